"""The page on everybody's phone: one more way in and out of an evening, served by this computer to its own table."""

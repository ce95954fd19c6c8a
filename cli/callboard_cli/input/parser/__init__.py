"""Words as people type them at the table: cut into pieces, read by kinds of fields into raw data, and written back."""

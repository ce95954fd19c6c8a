"""What can stand where somebody is typing, each with its meaning: for Tab on the command line and at a question."""

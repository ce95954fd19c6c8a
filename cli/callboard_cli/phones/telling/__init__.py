"""What the page tells: plain data for its templates, in the reader's words, made of what a terminal tells too."""

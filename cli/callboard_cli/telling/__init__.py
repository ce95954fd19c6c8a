"""What pages and paper tell: plain data for their templates, in the reader's words, made of what a screen tells too."""

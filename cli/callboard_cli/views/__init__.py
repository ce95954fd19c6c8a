"""What pages and paper tell: the same plain data that a screen tells, with what its lines link to."""

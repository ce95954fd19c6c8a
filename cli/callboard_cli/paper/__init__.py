"""Paper: pads, aids, set-ups and finished evenings as plain data, and the press that sets it in type."""

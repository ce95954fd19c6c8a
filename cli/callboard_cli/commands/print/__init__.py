"""`callboard print`: pads, aids, set-ups and finished evenings on paper."""

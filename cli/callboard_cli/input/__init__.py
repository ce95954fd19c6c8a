"""The ways in: files, typed words and prompts become raw records; what is wrong with them is said in words."""

"""What Callboard knows of games: records in, explained results out. No words, no terminal, no language."""

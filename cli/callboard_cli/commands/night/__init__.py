"""`callboard night`: an evening that is saved; alone it shows where the table stands."""

"""Where evenings are kept: a file that survives kills, damage, full disks and other versions. `store` is its door."""

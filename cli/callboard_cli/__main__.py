"""`python -m callboard_cli`."""

from callboard_cli.app import main

main()

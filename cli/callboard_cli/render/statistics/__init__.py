"""How people did over all evenings: for people, for programs, for spreadsheets and for BG Stats."""

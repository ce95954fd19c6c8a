"""What everything is said with: the catalogs' sentences, help and complaints, and how this run shows itself."""

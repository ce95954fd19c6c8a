"""Evenings played on phones: `python -m pytest -m browser`. They need Chromium, its driver and selenium."""

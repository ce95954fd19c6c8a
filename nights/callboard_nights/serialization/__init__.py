"""Evenings as texts: whole for another device, without times for a dispute, and as a receipt that fits a QR code."""

"""Evenings that are saved: a log of what was done at a table, and everything that follows from it.

`events` is the log, `acts` what can be done, `night` what stands, `changes` what an act changes, `statistics` how
people did over many evenings; all of these are pure. `storage` keeps logs in a file, `writing` puts them into texts.
"""

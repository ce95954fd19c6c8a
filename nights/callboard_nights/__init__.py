"""Evenings that are saved: a log of what was done at a table, and everything that follows from it.

`events` is the log, `commands` what can be done, `night` and `state` what it comes to, `changes` what that changes,
`statistics` how people did over many evenings; all of these are pure. `storage` keeps logs in a file, `serialization`
puts them into texts.
"""

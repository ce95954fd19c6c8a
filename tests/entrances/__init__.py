"""The entrances at which somebody can feed something in, each attacked in this process.

An entrance is a function that makes one input from a source of chance (`attacks`), gives it in, looks at what came of
it, and returns how many inputs it was. Each is in the module that this table names; all use `commands` (the command line
in this process), `material` (good records and lines) and `watching` (what has to hold), and `attacking` runs them.

=============== ============= ========================================================================
entrance        module        what is fed in
=============== ============= ========================================================================
json_bytes      records       records as JSON, from standard input or a file
toml_bytes      records       records as TOML, from standard input or a file
json_lines      records       JSON Lines, many at a time
notation        typed_lines   lines as they are typed at a shell
answers         typed_lines   answers at prompts
completed       typed_lines   what a shell hands over when Tab is pressed
command_words   command_lines whole command lines
code_words      codes         codes of set-ups
asked_rules     questions     questions, names of sections, terms
handed_texts    texts         receipts, disputes and evenings as texts
imported        imports       evenings that are taken over from texts, and what is done with them
night_files     nights        the files in which evenings are kept, damaged
forged_nights   forged        such a file whose checksums somebody forged around whatever they wrote
page            table_page    the page's requests and forms
streams         event_streams the page's event streams: many, broken off, with whatever headers
opened_tables   tables        what is asked of `callboard table`
printed         printing      what is asked of print
checked_folders folders       the texts and data of a game, as `game lint` reads them
=============== ============= ========================================================================
"""

from entrances.codes import code_words
from entrances.command_lines import command_words
from entrances.event_streams import streams
from entrances.folders import checked_folders
from entrances.forged import forged_nights
from entrances.imports import imported
from entrances.nights import night_files
from entrances.printing import printed
from entrances.questions import asked_rules
from entrances.records import json_bytes, json_lines, toml_bytes
from entrances.table_page import page
from entrances.tables import opened_tables
from entrances.texts import handed_texts
from entrances.typed_lines import answers, completed, notation

TYPED = {
    one.__name__: one for one in (json_bytes, toml_bytes, json_lines, notation, code_words, command_words, completed)
}
"""Those of the command line and of what is piped in."""
KEPT = {
    one.__name__: one
    for one in (
        answers,
        handed_texts,
        imported,
        asked_rules,
        night_files,
        forged_nights,
        opened_tables,
        page,
        streams,
        printed,
        checked_folders,
    )
}
"""Those of the prompts, of evenings and their page, of the rules and of print."""
ENTRANCES = TYPED | KEPT

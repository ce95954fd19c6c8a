"""The entrances at which somebody can feed something in, each attacked in this process.

An entrance is a function that makes one input from a source of chance (`attacks`), gives it in, looks at what came of
it, and returns how many inputs it was. Each is in the module that this table names; all use `commands` (the command line
in this process), `material` (good records and lines) and `watching` (what has to hold), and `attacking` runs them.

============= ============= ==========================================================================================
entrance      module        what is fed in
============= ============= ==========================================================================================
json_bytes    records       records as JSON, from standard input or a file
toml_bytes    records       records as TOML, from standard input or a file
json_lines    records       JSON Lines, many at a time
notation      notation      lines as they are typed at a shell
answers       notation      answers at prompts
completed     notation      what a shell hands over when Tab is pressed
code_words    codes         codes of set-ups
command_words lines         whole command lines
handed_texts  texts         receipts, disputes and evenings as texts
asked_rules   questions     questions, names of sections, terms
printed       printing      what is asked of print
night_files   nights        the files in which evenings are kept
forged_nights forged        a store's file whose checksums somebody forged around whatever they wrote
checked_folders folders     the texts and data of a game, as `game check` reads them
page          page          the page's requests and forms
============= ============= ==========================================================================================
"""

from entrances.codes import code_words
from entrances.folders import checked_folders
from entrances.forged import forged_nights
from entrances.lines import command_words
from entrances.nights import night_files
from entrances.notation import answers, completed, notation
from entrances.page import page
from entrances.printing import printed
from entrances.questions import asked_rules
from entrances.records import json_bytes, json_lines, toml_bytes
from entrances.texts import handed_texts

TYPED = {
    one.__name__: one for one in (json_bytes, toml_bytes, json_lines, notation, code_words, command_words, completed)
}
"""Those of the command line and of what is piped in."""
KEPT = {
    one.__name__: one
    for one in (answers, handed_texts, asked_rules, night_files, forged_nights, page, printed, checked_folders)
}
"""Those of the prompts, of evenings and their page, of the rules and of print."""
ENTRANCES = TYPED | KEPT

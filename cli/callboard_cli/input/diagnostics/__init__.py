"""Why a record was refused, in words: one message a cause, with what was probably meant and where it stands."""

"""What processes of `callboard batch` run that are to fail: a module of its own, since each of them imports it."""

import multiprocessing
import os

from callboard_cli.batch.answerer import Answerer


class Failing(Answerer):
    """What answers in the process that asks, and fails in any other: `exit` ends that."""

    def answer(self, content, number=None):
        if multiprocessing.parent_process() is not None:
            if content == "exit":
                os._exit(9)
            raise ValueError
        return super().answer(content, number)

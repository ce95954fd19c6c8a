"""Prompts, evenings, the page, the rules and print under inputs made to harm, as `test_hostile_inputs.py` has them."""

import pytest

from entrances import KEPT
from entrances.attacking import survives


@pytest.mark.parametrize("entrance", KEPT)
def test_no_input_breaks_anything(entrance, request, tmp_path, capsys):
    survives(KEPT[entrance], request.config, tmp_path, capsys)


@pytest.mark.long
@pytest.mark.parametrize("entrance", KEPT)
def test_a_hundred_thousand_inputs_break_nothing(entrance, request, tmp_path, capsys):
    survives(KEPT[entrance], request.config, tmp_path, capsys)

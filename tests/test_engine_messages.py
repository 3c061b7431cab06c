"""The messages on the wire, and the page that tells of them."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

import meri_ai as ma
from meri_ai.bots.faults import FAULT_KINDS
from meri_ai.bots.limits import Limits
from meri_ai.bots.process_bot import new_game_message
from meri_ai.engine.child import LINES_AN_ANSWER
from meri_ai.engine.messages import MESSAGES, Best, ErrorCode, Go, Limit, MessageError, parse_message

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
CLIENT = {"hello", "set", "ping", "newgame", "events", "go", "stop", "cancel", "result", "quit"}
LINES = re.findall(r"^([CE]) (\{.*\})$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("side", "text"), LINES)
def test_every_message_on_the_page_is_read_and_written_as_it_stands(side, text):
    message = parse_message(text)
    assert (message.type in CLIENT) == (side == "C")
    assert json.loads(message.line()) == json.loads(text)
    assert message.line().endswith(b"}\n") and message.line().count(b"\n") == 1


def test_the_page_names_every_message_code_and_event():
    assert len(LINES) > 15
    for name in [*MESSAGES, *ErrorCode.__args__, "deal", "action", "flip", "stack", "trick", "settle"]:
        assert f"`{name}`" in PAGE, name


def test_the_page_tells_the_limits_as_they_are():
    limits = Limits()
    assert f"start-up allowance ({limits.startup_seconds:g} s) or `newgame` within {limits.newgame_seconds:g} s" in PAGE
    assert f"a line of more than {limits.output_line_bytes // 2**20} MiB" in PAGE
    assert f"or {LINES_AN_ANSWER * limits.output_line_bytes // 2**20} MiB without an answer" in PAGE
    assert f"standard error ({limits.stderr_bytes // 2**10} KiB)" in PAGE
    for kind in FAULT_KINDS:
        assert f"| `{kind}` | " in PAGE


def test_the_conversation_on_the_page_is_a_possible_game():
    messages = [json.loads(text) for _, text in LINES]
    start = next(message for message in messages if message["type"] == "newgame")
    go = next(message for message in messages if message["type"] == "go")
    events = [
        event
        for message in messages[: messages.index(go)]
        if message["type"] == "events"
        for event in message["events"]
    ]
    game = ma.load_game(start["id"], rules=start["rules"], **start["options"])
    view = game.view_from_json({**start, "game": "meri", "events": events, "my_turn": True})
    assert [str(action) for action in view.legal_actions()] == go["legal"]
    after = next(m["events"] for m in messages if m["type"] == "events" and m["seq"] == len(events))
    later = game.view_from_json({**start, "game": "meri", "events": events + after, "my_turn": False})
    assert later.tricks[0][0] == 1


def test_the_round_of_fishing_on_the_page_is_a_possible_one():
    """Each go with the legal actions of the view that its events lead to, and an answer among them."""
    messages = [json.loads(text) for _, text in LINES]
    first = next(n for n, m in enumerate(messages) if m["type"] == "newgame" and m["id"] == "subeta-mekuri")
    start = messages[first]
    game = ma.load_game(start["id"], rules=start["rules"], players=start["players"], **start["options"])
    events, asked = [], 0
    for message, answer in pairwise(messages[first:]):
        if message["type"] == "events" and message["seq"] == len(events):
            events += message["events"]
        elif message["type"] == "go" and len(events) > 0 and answer["type"] == "best" and asked < 3:
            view = game.view_from_json({**start, "game": start["id"], "events": events, "my_turn": True})
            assert [action.text for action in view.legal_actions()] == message["legal"]
            assert answer["id"] == message["id"] and answer["action"] in message["legal"]
            asked += 1
    assert asked == 3 and {event["type"] for event in events} == {"deal", "action", "flip"}


def test_a_new_game_tells_the_number_of_players_where_the_game_leaves_it_open():
    for name, players, told in [("bakappana", 4, 4), ("meri", None, None)]:
        game = ma.load_game(name, players=players)
        view = game.new_state(game.random_deal(seed=1), dealer=1).view(2)
        sent = json.loads(new_game_message(view).line())
        assert sent.get("players") == told and (sent["type"], sent["id"], sent["seat"]) == ("newgame", name, 2)
        assert sent["scores"] == view.to_json()["scores"] and "events" not in sent and "my_turn" not in sent


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        (b"", "bad_json", "this is not JSON"),
        (b"{", "bad_json", "this is not JSON"),
        (b"NaN", "bad_json", "this is not JSON"),
        (b'{"type":"best","id":"1","action":"x","time_ms":Infinity}', "bad_json", "this is not JSON"),
        (b"[" * 100_000, "bad_json", "this is not JSON"),
        (b"1" * 10_000, "bad_json", "this is not JSON"),
        (b"\xff{}", "bad_json", "this is not UTF-8 text"),
        (b"[]", "bad_message", "a message is a JSON object"),
        (b"{}", "bad_message", "a message has a text as its type"),
        (b'{"type":["best"]}', "bad_message", "a message has a text as its type"),
        (b'{"type":"bests"}', "unknown_message", r"there is no message 'bests' \(did you mean 'best'\?\)"),
        (b'{"type":"best","id":"1"}', "bad_message", "best.action: field required"),
        (b'{"type":"best","id":1,"action":"x"}', "bad_message", "best.id: input should be a valid string"),
        (b'{"type":"events","game":"1","seq":-1,"events":[]}', "bad_message", "events.seq: "),
        (b'{"type":"events","game":"1","seq":0,"events":[1]}', "bad_message", r"events.events\[0\]: "),
        (b'{"type":"go","id":"1","limit":{"time_ms":true}}', "bad_message", "go.limit.time_ms: "),
    ],
)
def test_what_is_no_message_is_told_in_one_sentence(line, code, sentence):
    with pytest.raises(MessageError, match=f"^{sentence}") as caught:
        parse_message(line)
    assert caught.value.code == code and "\n" not in str(caught.value)


def test_unknown_fields_are_ignored_everywhere():
    best = parse_message('{"type":"best","id":"1","action":"take","mood":"good","top":[{"action":"take","odds":2}]}')
    assert best == Best(id="1", action="take", top=[{"action": "take"}])


def test_only_what_is_given_is_sent():
    line = Go(id="1", game="g", limit=Limit(time_ms=5), seed=2**64 - 1).line()
    assert json.loads(line) == {"type": "go", "id": "1", "game": "g", "limit": {"time_ms": 5}, "seed": 2**64 - 1}
    cancelled = Best(id="1", action=None, cancelled=True)
    assert json.loads(cancelled.line()) == {"type": "best", "id": "1", "action": None, "cancelled": True}
    assert Best(id="é\ud800", action="x").line().isascii()

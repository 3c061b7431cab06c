"""Every game of the catalogue: each preset with each number of players, and with every value of every option."""

import random
import re
from dataclasses import dataclass, field

import meri_ai as ma
from meri_ai.games.catalogue import GAMES


@dataclass(frozen=True)
class Ruleset:
    name: str
    rules: str
    players: int
    variation: int = 0
    options: dict = field(default_factory=dict)

    def __str__(self):
        return f"{self.name}-{self.rules}-{self.players}-{self.variation}"

    def load(self):
        return ma.load_game(self.name, rules=self.rules, players=self.players, **self.options)


def values_of(words):
    """Some or all of the values that the words in the catalogue allow."""
    if counted := re.fullmatch(r"(\d+) or more", words):
        return [int(counted[1]) + more for more in range(3)]
    if bounded := re.fullmatch(r"(\d+) to ([\d,]+)", words):
        least, most = int(bounded[1]), int(bounded[2].replace(",", ""))
        return [least, least + 1, most]
    if listed := re.fullmatch(r"any of (.*)", words):
        kinds = listed[1].split(", ")
        return [kinds, kinds[::2], []]
    flags = {"true": True, "false": False}
    return [flags.get(word, int(word) if word.isdigit() else word) for word in words.split(", ")]


def variations(info, rules):
    """Rulesets by which every value comes up at least once, in a mix that the names alone decide."""
    dice = random.Random(f"{info.name} {rules}")
    values = {name: values_of(option.values) for name, option in info.options.items()}
    for each in values.values():
        dice.shuffle(each)
    for number in range(max(map(len, values.values()))):
        yield {name: each[number % len(each)] for name, each in values.items()}


def every_ruleset():
    """Every preset with every number of players; the variations with these numbers in turn."""
    for info in GAMES.values():
        for rules in info.presets:
            for players in info.players:
                yield Ruleset(info.name, rules, players)
            for number, options in enumerate(variations(info, rules), 1):
                yield Ruleset(info.name, rules, info.players[number % len(info.players)], number, options)

"""Players: the Bot protocol, the built-in bots and the registry of spec strings ("ismcts:iterations=5000")."""

from meri_ai.bots.protocol import Bot
from meri_ai.bots.registry import BotFactory, bot_factory

__all__ = ["Bot", "BotFactory", "bot_factory"]

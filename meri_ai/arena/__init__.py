"""Bots against bots: boards, schedule, table, runner, store, statistics and report, each its own module."""

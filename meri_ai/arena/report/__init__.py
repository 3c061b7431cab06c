"""What a run or a match comes to, for people and for programs: text, HTML, CSV, JSON and Markdown."""

from meri_ai.arena.report.summary import match_json, match_text, text_table, tournament_text

__all__ = ["match_json", "match_text", "text_table", "tournament_text"]

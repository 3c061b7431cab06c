"""What the extra `report` brings: matplotlib for plots and jinja2 for the HTML page."""

from __future__ import annotations

from importlib.util import find_spec

from meri_ai._core.errors import ConfigError


def need_extra(what: str, *modules: str) -> None:
    """ConfigError, which names the extra, when one of the modules is not installed. what: that which needs them."""
    if missing := [module for module in modules if find_spec(module) is None]:
        raise ConfigError(f"{what} needs {' and '.join(missing)}: pip install 'meri_ai[report]'")

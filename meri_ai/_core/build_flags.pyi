from typing import Any

FLAGS: dict[str, Any]

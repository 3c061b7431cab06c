"""Nothing here is for Python: see the .pxd of the same name."""

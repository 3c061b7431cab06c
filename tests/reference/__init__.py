"""A plain-Python reference of Hachinin Meri, written from the rules page alone; it shares no code with meri_ai."""

"""The engine protocol (docs/protocol.md): its messages, and the client side that asks a program for moves."""

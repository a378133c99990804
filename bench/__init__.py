"""Measuring the engines: speed, nodes, agreement."""

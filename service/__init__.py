"""How people and programs reach the engines: command line and HTTP."""

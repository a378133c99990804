"""The addresses of the service, one file for each group."""

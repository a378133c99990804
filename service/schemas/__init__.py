"""What goes in and out over HTTP, as Pydantic models: they check requests and describe the API."""

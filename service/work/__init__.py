"""What a solving process does: a request's bytes in, an answer's bytes out. Knows nothing of HTTP.

Everything that reads, checks, solves or writes JSON of a client's size happens here, never on the event
loop. The functions take and give plain values, so that any executor can carry them.
"""

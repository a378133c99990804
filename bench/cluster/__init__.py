"""The same work on the workers of a Dask scheduler, in place of processes on this machine.

``address`` reads what the user names, ``executor`` is the seam's other side, ``connection`` opens and checks
it, ``there`` is what runs in the workers. ``python -m bench.cluster`` measures it. distributed, the extra
``dask``, is imported when a scheduler is named and not before.
"""

"""Certificates that anyone can re-check: written by ``prove``, read by ``read_file``, judged by ``verify``."""

from engines.proofs.files import read_file, write_file
from engines.proofs.prove import Unproven, prove
from engines.proofs.refused import Refused
from engines.proofs.verify import Verified, verify

__all__ = ["Refused", "Unproven", "Verified", "prove", "read_file", "verify", "write_file"]

"""Certificates that anyone can re-check: ``prove`` makes them, ``verify`` judges them."""

from engines.proofs.faults import NoCertificate, OutOfTime, Refused, Unproven
from engines.proofs.files import read_file, write_file
from engines.proofs.prove import prove
from engines.proofs.verify import Verified, verify

__all__ = [
    "NoCertificate",
    "OutOfTime",
    "Refused",
    "Unproven",
    "Verified",
    "prove",
    "read_file",
    "verify",
    "write_file",
]

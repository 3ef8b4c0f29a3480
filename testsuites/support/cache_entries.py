"""Entries of the kernel cache (kernels/jit/disk_cache.hpp), and objects in them that are whole and do not load."""

import pathlib

MAGIC = b"chemora kernel 1\n"


def _hash(text, seed=0):
    """As framework/base/hash.hpp says."""
    mask = 2**64 - 1
    h = 14695981039346656037 ^ (seed * 0x9E3779B97F4A7C15 & mask)
    for byte in text:
        h = (h ^ byte) * 1099511628211 & mask
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        h = (h ^ (h >> 33)) * factor & mask
    return h ^ (h >> 33)


def spoil_objects(cache):
    """Puts bytes that no loader takes in the place of every shared object, with the right checksum; says how many."""
    n = 0
    for path in pathlib.Path(cache).glob("*.kernel"):
        head, rest = path.read_bytes().removeprefix(MAGIC).split(b"\n", 1)
        n_key = int(head.split()[0])
        key, found = rest[:n_key], rest[n_key:]
        if not found.startswith(b"\x7fELF"):
            continue
        spoilt = b"compiled on another planet"
        checksum = f"{_hash(spoilt, _hash(key)):016x}"
        path.write_bytes(MAGIC + f"{n_key} {len(spoilt)} {checksum}\n".encode() + key + spoilt)
        n += 1
    return n

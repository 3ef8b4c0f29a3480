"""Reads and damages entries of the kernel cache (kernels/jit/disk_cache.hpp), and reads from the report of a run whether
kernels were compiled."""

import pathlib
import re

MAGIC = b"chemora kernel 1\n"


def kernel_entries(cache):
    """Returns the names of the cache entries that contain kernels. Other entries contain the limits of the machine and the
    name of the compiler."""
    others = (b"limits of devices", b"access times", b"compiler of kernels")
    return sorted(path.name for path in pathlib.Path(cache).glob("*.kernel")
                  if not any(other in path.read_bytes()[:200] for other in others))


def unfinished_files(cache):
    return [path.name for path in pathlib.Path(cache).iterdir() if path.suffix != ".kernel"]


def kernel_origins(output):
    """Returns for each kernel "built in", "cache hit" or its compilation time in seconds, from the table in the report."""
    return dict(re.findall(r"^(\w+::[\w.]+)  +.*?(built in|cache hit|[\d.]+ s)  ", output, re.MULTILINE))


def _hash(text, seed=0):
    """Computes the same hash as framework/base/hash.hpp."""
    mask = 2**64 - 1
    h = 14695981039346656037 ^ (seed * 0x9E3779B97F4A7C15 & mask)
    for byte in text:
        h = (h ^ byte) * 1099511628211 & mask
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        h = (h ^ (h >> 33)) * factor & mask
    return h ^ (h >> 33)


def damage_objects(cache):
    """Replaces every shared object by bytes that cannot be loaded, with a correct checksum. Returns the number of objects."""
    n = 0
    for path in pathlib.Path(cache).glob("*.kernel"):
        head, rest = path.read_bytes().removeprefix(MAGIC).split(b"\n", 1)
        n_key = int(head.split()[0])
        key, found = rest[:n_key], rest[n_key:]
        if not found.startswith(b"\x7fELF"):
            continue
        damaged = b"this is not a shared object"
        checksum = f"{_hash(damaged, _hash(key)):016x}"
        path.write_bytes(MAGIC + f"{n_key} {len(damaged)} {checksum}\n".encode() + key + damaged)
        n += 1
    return n

"""One folder of links Arrangement/Thorn for includes by arrangement path, where Chemora's thorns replace the originals."""

import os

from report import write_if_changed


def link_arrangements(tree, thorns, paths, namesakes):
    """Links every thorn of the paths; the first path that has it wins. If a thorn of the configuration replaces a thorn of
    another name (thorns/namesakes.th), that name links to it as well: #include "CactusBase/IOUtil/src/ioGH.h" finds the
    header of the IOUtil that is compiled. The file <tree>.txt lists these names; all objects depend on it, because a header
    may change to another one that is older."""
    targets = {}
    for path in paths:
        for folder in sorted(path.glob("*/*")):
            if folder.is_dir():
                targets.setdefault(str(folder.relative_to(path)), str(folder))
    replaced = {namesakes[thorn.full_name]: targets[thorn.full_name] for thorn in thorns if thorn.full_name in namesakes}
    write_if_changed(f"{tree}.txt", "".join(f"{name} {folder}\n" for name, folder in replaced.items()))
    targets |= replaced
    for link in tree.glob("*/*"):
        if str(link.relative_to(tree)) not in targets:
            link.unlink()
    for name, folder in targets.items():
        link = tree / name
        if not (link.is_symlink() and os.readlink(link) == folder):
            link.unlink(missing_ok=True)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(folder)

"""Creates a copy of the source tree from symbolic links. Tests use the copy to run commands like a user, without writing
to the original source tree."""

import shutil

from folders import new_folder
from simulation import BUILD, SOURCE


def linked_copy():
    """Returns a new folder with copies of the files and links to the folders of the source tree. `build` links to the build
    folder of these tests."""
    copy = new_folder("checkout")
    for entry in SOURCE.iterdir():
        if not entry.name.startswith(("build", "output")):
            if entry.is_file():
                shutil.copy2(entry, copy)
            else:
                (copy / entry.name).symlink_to(entry)
    (copy / "build").symlink_to(BUILD)
    return copy

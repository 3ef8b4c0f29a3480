"""Writes the file that CMake includes: messages (errors, warnings and notes) and the values of variables."""

import difflib
import pathlib


class Report:
    """Collects CMake statements for a file. CMake prints all error messages when it includes the file."""

    def __init__(self):
        self.statements = []
        self.has_errors = False

    def error(self, text):
        self.has_errors = True
        self.call("message", "SEND_ERROR", text)

    def warning(self, text):
        self.call("message", "WARNING", text)

    def note(self, text):
        self.call("message", "STATUS", text)

    def read_file(self, path):
        """Returns the text of a file. CMake configures again when this file changes."""
        self.depends_on(path)
        return pathlib.Path(path).read_text(encoding="utf-8", errors="surrogateescape").replace("\r", "")

    def depends_on(self, path):
        self.call("set_property", "DIRECTORY", "APPEND", "PROPERTY", "CMAKE_CONFIGURE_DEPENDS", path)

    def call(self, command, *arguments):
        self.statements.append(f"{command}({' '.join(map(quoted, arguments))})\n")

    def write(self, path):
        write_if_changed(path, "# Written by framework/bind/configure.\n" + "".join(self.statements))


def quoted(argument):
    """Returns the text as a CMake bracket argument, in which no character is special. Plain words are not quoted."""
    text = str(argument)
    if text and all(letter.isalnum() or letter in "_-./+:" for letter in text):
        return text
    equals = ""
    while f"]{equals}]" in f"{text}]":
        equals += "="
    newline = "\n" if text.startswith("\n") else ""  # CMake drops the first newline
    return f"[{equals}[{newline}{text}]{equals}]"


def write_if_changed(path, text):
    """Writes a file only if its contents change, so that files that depend on it are not built again."""
    path = pathlib.Path(path)
    data = text.encode("utf-8", "surrogateescape")
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def did_you_mean(name, known, form="`{}`"):
    """Returns ` Did you mean X?` with the most similar known name, or an empty text."""
    by_lower_case = {candidate.lower(): candidate for candidate in reversed(known)}
    similar = difflib.get_close_matches(name.lower(), by_lower_case, n=1)
    return f" Did you mean {form.format(by_lower_case[similar[0]])}?" if similar else ""

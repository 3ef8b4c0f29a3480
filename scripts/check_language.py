"""Checks comments, messages and pages for words that the project does not use, and samples sentences for a review.

    check_language.py                  fails if a file contains such a word, or if the subject of a commit has another form
    check_language.py --list [PREFIX]  prints every occurrence as `file:line: word -> replacement`
    check_language.py --sample N SEED  prints N random sentences without their context

Readers from other groups did not understand these words, and the field has a standard term for each of them. Code does
not tell, say or ask. A legitimate use is listed in ALLOWED with its reason.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]

# Pattern (case is ignored) and what to write instead.
WORDS = {
    r"(un)?told|tells?": "reported, passed, specified, given",
    r"said|says": "reported, stated, specified",
    r"nobody|somebody|anybody|whoever": "the caller, the kernel, the process: the one that is meant",
    r"who": "which; name the function, process or user",
    r"behind": "after, beyond",
    r"anew|once more|all the same": "again, nevertheless, or nothing",
    r"mend(s|ed|ing)?": "fix",
    r"lies": "is",
    r"by (itself|themselves)": "separately, alone",
    r"as(k|ks|ked|king) for ahead|ask(s|ed)? ahead": "prefetch",
    r"refus(e|es|ed|ing|als?)": "reject, report an error",
    r"ask(s|ed|ing)? for": "request, requested",
    r"spoil(s|t|ed|ing)?": "damage, invalidate, set to NaN",
    r"past the caches": "non-temporal, streaming store",
    r"(most|least)_[a-z]\w*": "max_x, min_x",
    r"complaints?|complain(s|ed)?|objections?": "error, reason",
    r"alike": "equal, the same layout",
    r"the house|this house": "the architecture",
    r"craftsm[ae]n|workshops?": "local compiler, compiler pool",
    r"askers?": "requester",
    r"sums? apart|sums_apart": "separate updates",
}
PATTERNS = [(re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE), instead) for words, instead in WORDS.items()]

# Uses that are right: the text that may stand there, with the reason.
ALLOWED = {
    r"https?://\S+": "addresses",
    r'"told"': "deprecated value of CaKernel::strides",
    r"at_least_\w+|at_most_\w+": "function names of the Cactus interface",
}
ALLOWED = re.compile("|".join(ALLOWED), re.IGNORECASE)

# Not checked: damaged or wrong input of tests, recorded output, and this file.
SKIPPED = re.compile(
    r"^testsuites/(fuzz/corpus|errors/edl)/|\.(dat|tsv|asc|h5|png|json)$|^LICENSE$|^scripts/check_language\.py$"
    r"|^testsuites/cactus/flesh_names\.txt$"
)


def files():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.split("\n") if name and not SKIPPED.search(name) and (ROOT / name).is_file()]


def text_of(name):
    try:
        return (ROOT / name).read_text()
    except UnicodeDecodeError:
        return ""


def occurrences_in(text):
    """Returns line number, word and suggested replacement for each occurrence of a word that the project does not
    use."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        line = ALLOWED.sub(" ", line)
        found += [(number, match.group(0), instead) for pattern, instead in PATTERNS for match in pattern.finditer(line)]
    return found


def occurrences(name):
    return occurrences_in(text_of(name))


def report(prefix=""):
    """Prints every occurrence in files whose path starts with the prefix, and returns the number of occurrences."""
    found = [(name, *occurrence) for name in files() if name.startswith(prefix) for occurrence in occurrences(name)]
    for name, number, word, instead in found:
        print(f"{name}:{number}: {word} -> {instead}")
    return len(found)


SUBJECT = re.compile(r"^[^ :]+(, [^ :]+)*: [A-Z]\w*")


def check_subjects():
    """Checks the subjects of commits since this check was introduced: `area: Verb object` in at most 72 characters."""
    log = subprocess.run(["git", "log", "-1", "--format=%H", "--diff-filter=A", "--", "scripts/check_language.py"], cwd=ROOT,
                         capture_output=True, text=True).stdout.strip()  # fmt: skip
    if not log:  # the clone has an incomplete history
        return False
    subjects = subprocess.run(["git", "log", "--no-merges", "--format=%h %s", f"{log}..HEAD"], cwd=ROOT, check=True,
                              capture_output=True, text=True).stdout.splitlines()  # fmt: skip
    wrong = [line for line in subjects if len(line.split(" ", 1)[1]) > 72 or not SUBJECT.match(line.split(" ", 1)[1])]
    for line in wrong:
        print(f"commit {line}: write `area: Verb object` in at most 72 characters")
    return bool(wrong)


COMMENT = {
    ".md": None, ".cpp": "c", ".hpp": "c", ".h": "c", ".c": "c", ".cc": "c", ".py": "hash", ".ccl": "hash", ".par": "hash",
    ".cmake": "hash", ".txt": "hash", ".sh": "hash", "": "hash", ".edl": "hash", ".toml": "hash",
}  # fmt: skip


def sentences(name, text):
    """Returns the sentences of at least six words in comments, strings and prose of a file."""
    kind = COMMENT.get(pathlib.Path(name).suffix, "")
    if kind == "":
        return []
    if kind is None:
        text = re.sub(r"(?s)```.*?```", "\n\n", text)
        blocks = re.split(r"\n\s*\n|\n(?=[-*|#] ?)|\|", text)
    else:
        comments = r"(?m)^\s*//+<?\s?(.*)$|//+<?\s(.*)$" if kind == "c" else r"(?m)^\s*#+\s(.*)$"
        blocks, last = [], -2
        for number, line in enumerate(text.split("\n")):
            match = re.search(comments, line)
            if match:
                part = next(group for group in match.groups() if group is not None)
                follows_code = line[:match.start()].strip() != ""  # begins a comment of its own
                if last == number - 1 and not follows_code:
                    blocks[-1] += " " + part
                else:
                    blocks.append(part)
                last = number
        blocks += [b.replace('" "', "") for b in re.findall(r'"((?:[^"\\\n]|\\.)*)"', text)]
        if name.endswith(".py"):
            blocks += re.findall(r'(?s)"""(.*?)"""', text)
    found = []
    for block in blocks:
        for sentence in re.split(r"(?<=[.;:?!])\s+", re.sub(r"\s+", " ", block)):
            if len(re.findall(r"\b[A-Za-z]{2,}\b", sentence)) >= 6:
                found.append(sentence.strip())
    return found


def sample(number, seed):
    pool = sorted({(name, s) for name in files() for s in sentences(name, text_of(name))})
    for position, (name, sentence) in enumerate(random.Random(seed).sample(pool, number), 1):
        print(f"{position:3d}. {sentence}   [{name}]")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", nargs="?", const="", metavar="PATH")
    parser.add_argument("--sample", nargs=2, type=int, metavar=("N", "SEED"))
    options = parser.parse_args()
    if options.sample:
        sample(*options.sample)
    elif options.list is not None:
        report(options.list)
    else:
        has_words, has_subjects = report() > 0, check_subjects()
        return 1 if has_words or has_subjects else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Generates protein sequences with the amino acid frequencies of UniProtKB/Swiss-Prot and log-normal lengths (scripts/generate-sequences)."""

import argparse
import itertools
import math
import pathlib
import random
import textwrap

from option_types import whole_number

# Percentages of amino acids in UniProtKB/Swiss-Prot, release 2023.
FREQUENCIES = {"A": 8.25, "R": 5.53, "N": 4.06, "D": 5.46, "C": 1.38, "Q": 3.93, "E": 6.72, "G": 7.07, "H": 2.27, "I": 5.91,
               "L": 9.65, "K": 5.80, "M": 2.41, "F": 3.86, "P": 4.74, "S": 6.65, "T": 5.36, "W": 1.10, "Y": 2.92, "V": 6.86}
LETTERS, CUMULATIVE = "".join(FREQUENCIES), list(itertools.accumulate(FREQUENCIES.values()))
MEAN_LENGTH, DEVIATION = 360, 0.7  # of the log-normal distribution of lengths
RELATIVES = 100  # one in this number of sequences contains a part of the query


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def letters(self, n):
        return "".join(self.random.choices(LETTERS, cum_weights=CUMULATIVE, k=n))

    def length(self):
        return max(20, round(self.random.lognormvariate(math.log(MEAN_LENGTH) - DEVIATION**2 / 2, DEVIATION)))

    def relative(self, query):
        """Returns a part of the query, at least a half of it, with at most one of three letters changed."""
        length = self.random.randint(len(query) // 2, len(query))
        start = self.random.randint(0, len(query) - length)
        rate = self.random.uniform(0.05, 0.35)
        return "".join(self.changed(letter) if self.random.random() < rate else letter for letter in query[start:start + length])

    def changed(self, letter):
        """Returns one other letter in most cases, otherwise no letter or two letters."""
        chance = self.random.random()
        return self.letters(1) if chance < 0.8 else "" if chance < 0.9 else letter + self.letters(1)


def sequences(generator, query, n_residues):
    """Yields names and letters until all sequences together have n_residues letters."""
    left = n_residues
    for number in itertools.count(1):
        name, letters = f"protein{number}", generator.letters(generator.length())
        if number % RELATIVES == 0:
            at = generator.random.randint(0, len(letters))
            name, letters = name + "_relative", letters[:at] + generator.relative(query) + letters[at:]
        yield name, letters[:left]
        left -= len(letters)
        if left <= 0:
            return


def write_fasta(path, entries):
    with open(path, "w") as file:
        for name, letters in entries:
            file.write(f">{name}\n" + "\n".join(textwrap.wrap(letters, 60)) + "\n")
    print(f"written: {path}")


def main():
    parser = argparse.ArgumentParser(prog="scripts/generate-sequences", description="Generates a query and a database of protein sequences.")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--residues", type=whole_number(100), default=1_000_000, help="letters of the database")
    parser.add_argument("--query", type=whole_number(10, 100_000), default=300, help="letters of the query", metavar="LENGTH")
    parser.add_argument("--seed", type=whole_number(0), default=1)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    generator = Generator(arguments.seed)
    query = generator.letters(arguments.query)
    write_fasta(arguments.folder / "query.fa", [("query", query)])
    write_fasta(arguments.folder / "database.fa", sequences(generator, query, arguments.residues))


if __name__ == "__main__":
    main()

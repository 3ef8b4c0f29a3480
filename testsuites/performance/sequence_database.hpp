// Generated protein sequences with realistic lengths, for benchmarks of sequence search.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace performance {

/// The letters of proteins in the order of the NCBI substitution matrices. The code of a letter is its position.
constexpr char protein_letters[] = "ARNDCQEGHILKMFPSTWYVBZX*";
constexpr int n_protein_letters = 24;

/// Sequences as codes of letters, one after another. Sequence n consists of the elements from starts[n] to
/// starts[n + 1] - 1 of `codes`.
struct SequenceDatabase {
  std::vector<std::uint8_t> codes{};
  std::vector<std::int64_t> starts{0};

  std::size_t size() const { return starts.size() - 1; }
  std::int64_t n_residues() const { return starts.back(); }
  std::int64_t length(std::size_t n) const { return starts[n + 1] - starts[n]; }
  std::span<std::uint8_t const> sequence(std::size_t n) const {
    return {codes.data() + starts[n], static_cast<std::size_t>(length(n))};
  }
};

/// Returns a sequence of random letters with the frequencies of amino acids in UniProtKB/Swiss-Prot. Sequences of
/// different lengths are prefixes of each other.
std::vector<std::uint8_t> generate_query(std::int64_t length);

/// Returns random sequences with together `n_residues` letters. Lengths are log-normal with mean 360 and deviation 0.7
/// of the logarithm, at least 20 and at most 20,000. One in a thousand sequences contains a part of the longest query
/// (5000 letters) in which a third of the letters are replaced. The result depends only on `n_residues`.
SequenceDatabase generate_database(std::int64_t n_residues);

/// Returns the first sequences of a database, with together at least `n_residues` letters or all of them.
SequenceDatabase first_sequences(SequenceDatabase const& database, std::int64_t n_residues);

/// Returns the numbers of all sequences, those of long sequences first.
std::vector<std::uint32_t> by_length(SequenceDatabase const& database);

/// Writes sequences in FASTA format, named by their number. Throws std::runtime_error if the file cannot be written.
void write_fasta(SequenceDatabase const& database, std::string const& path);

} // namespace performance

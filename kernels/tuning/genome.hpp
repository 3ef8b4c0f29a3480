/// The genome of a plan: a sequence of bits, written with the letters A, C, G and T (Paraiso paper, section 3.1).
///
///     A = 00   C = 01   G = 10   T = 11
///
/// The first letter of the text states how the bits are divided into letters. After C, each letter holds two bits.
/// After A or T, the number of bits is odd: the first letter holds the first bit (A = 0, T = 1), and each further
/// letter holds two bits. The text of a genome without bits is `C`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::tuning {

class Genome {
public:
  Genome() = default;
  explicit Genome(std::vector<bool> bits) : bits_(std::move(bits)) {}

  /// Inverse of letters(). White space and quotation marks at both ends are ignored, because the files of the paper's
  /// authors contain them. Throws base::UserError with the position of the first wrong letter.
  static Genome from_letters(std::string_view text, std::string const& source_name = "<genome>");
  std::string letters() const;

  std::size_t size() const { return bits_.size(); }
  /// Returns a bit. Bits after the end are false, as in the paper's implementation.
  bool bit(std::size_t position) const { return position < bits_.size() && bits_[position]; }
  /// Sets a bit. The genome is extended by false bits if it is too short.
  void set_bit(std::size_t position, bool value);

  /// Reads `n_bits` bits as a number. The bit at `position` is the most significant one.
  unsigned number(std::size_t position, int n_bits) const;
  void set_number(std::size_t position, int n_bits, unsigned number);

  bool operator==(Genome const&) const = default;

private:
  std::vector<bool> bits_;
};

/// The meaning of a genome in the paper: the configuration of CUDA kernels, one bit for each node of the data-flow
/// graph whose value may be stored or recomputed, and two bits for each value that may be a point of synchronisation.
struct PaperGenome {
  unsigned n_blocks = 0, n_threads = 0; ///< CUDA blocks, and threads of a block; 16 bits each
  std::vector<bool> is_manifest; ///< whether each node with a choice is stored (Manifest) or recomputed (Delayed)
  struct Synchronisation {
    bool before = false, after = false; ///< Sync.Pre and Sync.Post
    bool operator==(Synchronisation const&) const = default;
  };
  std::vector<Synchronisation> synchronisations;

  bool operator==(PaperGenome const&) const = default;
};

/// Reads the paper's genome of a graph that has `n_choices` nodes with a choice and `n_values` values.
PaperGenome read_paper_genome(Genome const& genome, std::size_t n_choices, std::size_t n_values);
Genome to_genome(PaperGenome const& paper);

} // namespace chemora::tuning

#include "kernels/tuning/genome.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

namespace chemora::tuning {

namespace {

constexpr std::string_view alphabet = "ACGT"; ///< the index of a letter is the number that its two bits represent
constexpr std::string_view ignored_at_ends = " \t\r\n\"";
constexpr int bits_of_configuration = 16; ///< bits of the number of blocks, and of the number of threads

unsigned code_of(std::string_view text, std::size_t position, std::string const& source_name) {
  std::size_t const code = alphabet.find(text[position]);
  if (code == std::string_view::npos)
    throw base::UserError({source_name, 1, static_cast<int>(position) + 1},
                          fmt::format("`{}` is not a letter of a genome; expected A, C, G or T.", text[position]));
  return static_cast<unsigned>(code);
}

} // namespace

Genome Genome::from_letters(std::string_view text, std::string const& source_name) {
  std::size_t const first = text.find_first_not_of(ignored_at_ends);
  if (first == std::string_view::npos)
    throw base::UserError({source_name, 1, 1}, "The genome is empty; expected letters A, C, G and T.");
  std::size_t const end = text.find_last_not_of(ignored_at_ends) + 1;
  std::vector<bool> bits;
  bits.reserve(2 * (end - first));
  switch (code_of(text, first, source_name)) {
  case 0:
    bits.push_back(false);
    break;
  case 1:
    break;
  case 2:
    throw base::UserError({source_name, 1, static_cast<int>(first) + 1},
                          "A genome cannot start with `G`; expected C for an even number of bits, A or T for an odd "
                          "number.");
  default:
    bits.push_back(true);
  }
  for (std::size_t position = first + 1; position < end; ++position) {
    unsigned const code = code_of(text, position, source_name);
    bits.push_back((code & 2u) != 0);
    bits.push_back((code & 1u) != 0);
  }
  return Genome(std::move(bits));
}

std::string Genome::letters() const {
  bool const is_odd = bits_.size() % 2 != 0;
  std::string text(1, !is_odd ? 'C' : bits_[0] ? 'T' : 'A');
  for (std::size_t position = is_odd ? 1 : 0; position < bits_.size(); position += 2)
    text += alphabet[number(position, 2)];
  return text;
}

void Genome::set_bit(std::size_t position, bool value) {
  if (position >= bits_.size()) bits_.resize(position + 1, false);
  bits_[position] = value;
}

unsigned Genome::number(std::size_t position, int n_bits) const {
  unsigned result = 0;
  for (int n = 0; n < n_bits; ++n) result = 2 * result + (bit(position + static_cast<std::size_t>(n)) ? 1 : 0);
  return result;
}

void Genome::set_number(std::size_t position, int n_bits, unsigned number) {
  for (int n = n_bits; n-- > 0; number /= 2) set_bit(position + static_cast<std::size_t>(n), number % 2 != 0);
}

PaperGenome read_paper_genome(Genome const& genome, std::size_t n_choices, std::size_t n_values) {
  PaperGenome paper;
  paper.n_blocks = genome.number(0, bits_of_configuration);
  paper.n_threads = genome.number(bits_of_configuration, bits_of_configuration);
  std::size_t position = 2 * bits_of_configuration;
  for (std::size_t n = 0; n < n_choices; ++n) paper.is_manifest.push_back(genome.bit(position++));
  for (std::size_t n = 0; n < n_values; ++n, position += 2)
    paper.synchronisations.push_back({genome.bit(position), genome.bit(position + 1)});
  return paper;
}

Genome to_genome(PaperGenome const& paper) {
  Genome genome;
  genome.set_number(0, bits_of_configuration, paper.n_blocks);
  genome.set_number(bits_of_configuration, bits_of_configuration, paper.n_threads);
  for (bool const is_manifest : paper.is_manifest) genome.set_bit(genome.size(), is_manifest);
  for (auto const& [before, after] : paper.synchronisations) {
    genome.set_bit(genome.size(), before);
    genome.set_bit(genome.size(), after);
  }
  return genome;
}

} // namespace chemora::tuning

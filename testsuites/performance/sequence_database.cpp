#include "testsuites/performance/sequence_database.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <numbers>
#include <random>
#include <stdexcept>

namespace performance {

namespace {

/// Percentages of amino acids in UniProtKB/Swiss-Prot, release 2023, in the order of protein_letters.
constexpr std::array frequencies{8.25, 5.53, 4.06, 5.46, 1.38, 3.93, 6.72, 7.07, 2.27, 5.91,
                                 9.65, 5.80, 2.41, 3.86, 4.74, 6.65, 5.36, 1.10, 2.92, 6.86};
constexpr std::int64_t longest_query = 5000;

class Generator {
public:
  explicit Generator(std::uint64_t seed) : bits_(seed) {
    double sum = 0, total = 0;
    for (double const frequency : frequencies) total += frequency;
    std::size_t filled = 0;
    for (std::size_t letter = 0; letter < frequencies.size(); ++letter) {
      sum += frequencies[letter];
      auto const end = static_cast<std::size_t>(std::lround(sum / total * static_cast<double>(letters_.size())));
      for (; filled < end; ++filled) letters_[filled] = static_cast<std::uint8_t>(letter);
    }
  }

  double uniform() { return (static_cast<double>(bits_() >> 11) + 0.5) * 0x1p-53; }
  std::int64_t below(std::int64_t end) { return static_cast<std::int64_t>(uniform() * static_cast<double>(end)); }
  double normal() { return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform()); }
  std::uint8_t letter() {
    if (n_left_ == 0) {
      word_ = bits_();
      n_left_ = 5;
    }
    --n_left_;
    std::uint8_t const result = letters_[word_ % letters_.size()];
    word_ /= letters_.size();
    return result;
  }

private:
  std::mt19937_64 bits_;
  std::array<std::uint8_t, 4096> letters_{};
  std::uint64_t word_ = 0;
  int n_left_ = 0;
};

/// Replaces a part of a sequence by a part of a query in which a third of the letters are random.
void plant(Generator& random, std::vector<std::uint8_t> const& query, std::span<std::uint8_t> sequence) {
  constexpr std::array<std::int64_t, 4> query_lengths{100, 400, 1000, longest_query};
  std::int64_t const prefix = query_lengths[static_cast<std::size_t>(random.below(4))];
  std::int64_t const length = std::min<std::int64_t>(prefix, static_cast<std::int64_t>(sequence.size()));
  std::int64_t const from = random.below(prefix - length + 1);
  for (std::int64_t n = 0; n < length; ++n)
    sequence[static_cast<std::size_t>(n)] =
        random.below(3) == 0 ? random.letter() : query[static_cast<std::size_t>(from + n)];
}

} // namespace

std::vector<std::uint8_t> generate_query(std::int64_t length) {
  Generator random(1);
  std::vector<std::uint8_t> query(static_cast<std::size_t>(length));
  for (auto& code : query) code = random.letter();
  return query;
}

SequenceDatabase generate_database(std::int64_t n_residues) {
  constexpr double mean = 360, deviation = 0.7;
  Generator random(2);
  auto const query = generate_query(longest_query);
  SequenceDatabase database;
  database.codes.resize(static_cast<std::size_t>(n_residues));
  while (database.n_residues() < n_residues) {
    double const logarithm = std::log(mean) - deviation * deviation / 2 + deviation * random.normal();
    auto const drawn = std::clamp<std::int64_t>(std::llround(std::exp(logarithm)), 20, 20000);
    std::int64_t const length = std::min(drawn, n_residues - database.n_residues());
    std::span<std::uint8_t> const sequence(database.codes.data() + database.n_residues(),
                                           static_cast<std::size_t>(length));
    for (auto& code : sequence) code = random.letter();
    if (random.below(1000) == 0) plant(random, query, sequence);
    database.starts.push_back(database.n_residues() + length);
  }
  return database;
}

SequenceDatabase first_sequences(SequenceDatabase const& database, std::int64_t n_residues) {
  SequenceDatabase result;
  auto const last = std::lower_bound(database.starts.begin(), database.starts.end(), n_residues);
  result.starts.assign(database.starts.begin(), last == database.starts.end() ? last : last + 1);
  result.codes.assign(database.codes.begin(), database.codes.begin() + result.n_residues());
  return result;
}

std::vector<std::uint32_t> by_length(SequenceDatabase const& database) {
  std::vector<std::uint64_t> keys(database.size());
  for (std::size_t n = 0; n < keys.size(); ++n) keys[n] = (~static_cast<std::uint64_t>(database.length(n)) << 32) | n;
  std::sort(keys.begin(), keys.end());
  return {keys.begin(), keys.end()};
}

void write_fasta(SequenceDatabase const& database, std::string const& path) {
  std::ofstream file(path);
  constexpr std::size_t line = 60;
  for (std::size_t n = 0; n < database.size(); ++n) {
    file << '>' << 's' << n << '\n';
    std::string letters;
    for (auto const code : database.sequence(n)) letters += protein_letters[code];
    for (std::size_t at = 0; at < letters.size(); at += line) file << letters.substr(at, line) << '\n';
  }
  file.close();
  if (!file) throw std::runtime_error(path + " cannot be written");
}

} // namespace performance

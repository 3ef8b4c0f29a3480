/// The best results of a search, and their exchange between processes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sequences {

/// The result of one problem: a combination of queries with one sequence of the database.
struct Hit {
  long target = 0; ///< number of the sequence in the database, from 0
  std::string name{}, description{};
  long length = 0; ///< letters of the sequence
  double score = 0;
  std::vector<std::uint8_t> letters{}; ///< empty if the hit is not aligned
};

/// Whether `a` is listed before `b`: the better score first, then the order of the database. A score that is not a
/// number is last.
bool is_before(Hit const& a, Hit const& b, bool larger_is_better);

/// The hits of one query with the best scores.
class BestHits {
public:
  /// Retains at most `max_hits` hits (0: all), and the letters of the best `n_with_letters` of these.
  BestHits(long max_hits, long n_with_letters, bool larger_is_better)
      : max_hits_(max_hits), n_with_letters_(n_with_letters), larger_is_better_(larger_is_better) {}

  /// Whether add() would retain a hit with this score and target.
  bool accepts(Hit const& hit) const;
  /// Whether the hit is among the best hits, whose letters are retained for alignments.
  bool retains_letters(Hit const& hit) const;
  void add(Hit hit);
  /// Returns the hits in their order, and removes them.
  std::vector<Hit> take();

  double bytes() const; ///< memory of the hits

private:
  void trim();

  long max_hits_, n_with_letters_;
  bool larger_is_better_;
  std::vector<Hit> hits_; ///< sorted up to n_sorted_; more hits than max_hits_ until trim()
  std::size_t n_sorted_ = 0;
  long n_added_letters_ = 0; ///< unsorted hits with letters
};

/// Converts hits to bytes for messages between processes, without their letters.
std::string to_bytes(std::vector<Hit> const& hits);
/// Inverse of to_bytes().
std::vector<Hit> hits_from(std::string const& bytes);

/// Merges the sorted hits of all processes. `origin` returns for each hit the process and the index in its list.
struct MergedHit {
  Hit hit;
  int process = 0;
  std::size_t index = 0;
};
std::vector<MergedHit> merge(std::vector<std::vector<Hit>> hits, long max_hits, bool larger_is_better);

} // namespace sequences

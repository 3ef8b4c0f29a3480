/// Nests of parallel patterns as their mapping needs them: levels, sizes, branches and accesses to memory, without
/// expressions. Lee et al., "Locality-Aware Mapping of Nested Parallel Patterns on GPUs", sections III and IV.
///
/// The level of a pattern is the number of patterns that enclose it. Several patterns may have the same level: PageRank
/// is a map over nodes (level 0) whose body has a map over neighbours and a reduce of the result (both level 1).
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chemora::patterns {

/// Number of iterations that is assumed of a pattern of unknown size (section IV-C of the paper).
inline constexpr double default_size = 1000;

inline constexpr int bytes_of_number = 8; ///< the most that a number takes in memory

enum class SizeSource {
  assumed, ///< `default_size`
  hint,    ///< the user expects about this number of iterations
  exact    ///< a constant, or the true size at launch
};

struct NestPattern {
  std::string name{};          ///< for messages, such as `reduce total`
  int parent = -1;             ///< index of the enclosing pattern; -1 at level 0
  std::vector<int> branches{}; ///< indices of the branches in the body of `parent` that contain this pattern
  double size = default_size;  ///< number of iterations
  SizeSource size_source = SizeSource::assumed;
  /// False if the size is computed by the kernel. Then no block of the level may be launched for a part of it.
  bool is_size_known_at_launch = true;
  bool needs_synchronisation = false; ///< whether the result depends on all iterations (reduce, filter, groupBy)
  bool can_be_split = true; ///< whether a second kernel can combine the results of several blocks; only of interest
                            ///< if the pattern needs synchronisation
  double split_size = 1;    ///< smallest number of iterations that are worth a block of a split
  int max_threads = 1024;   ///< threads of a block along the level that can take part
  int result_bytes = 8;     ///< bytes of the value that a thread contributes to a synchronised result
  /// Levels of enclosing patterns on whose indices the number of executed iterations depends, if the pattern ends at a
  /// condition that is computed from these indices. Empty without a condition, and if it depends on elements of arrays.
  std::set<int> levels_of_length{};
  /// Whether the pattern is a map, filter or groupBy whose results are stored for all threads of a block. Then one
  /// block executes all of its iterations, without a split.
  bool is_stored = false;
};

/// A conditional in the body of a pattern.
struct NestBranch {
  std::string name{};        ///< for messages
  std::vector<int> levels{}; ///< levels on whose indices the condition depends
  double probability = 0.5;  ///< fraction of the iterations that execute the contents
};

struct NestAccess {
  std::string name{};                    ///< for messages, such as `m[i, j]`
  int pattern = 0;                       ///< index of the innermost pattern whose body has the access
  std::vector<int> branches{};           ///< indices of the branches in this body that contain the access
  std::optional<int> contiguous_level{}; ///< level whose next iteration accesses the next element, if there is one
  std::optional<std::set<int>> levels{}; ///< levels whose iterations access different elements; nothing: all levels
  bool has_flexible_layout = false; ///< whether the layout of the array follows the mapping, as for a buffer that is
                                    ///< allocated before launch; such an access does not constrain the mapping
};

/// A pattern comes after the pattern that encloses it.
struct Nest {
  std::vector<NestPattern> patterns{};
  std::vector<NestBranch> branches{};
  std::vector<NestAccess> accesses{};
};

/// What the patterns of one level have in common.
struct NestLevel {
  double size = 0; ///< the largest size of the patterns
  SizeSource size_source = SizeSource::exact;
  int n_patterns = 0;
  bool is_size_known_at_launch = true;
  bool needs_synchronisation = false;
  bool is_stored = false;
  bool can_be_split = true; ///< all patterns that need synchronisation can be split, and no result is stored
  double split_size = 1;    ///< the largest of the patterns
  int max_threads = 1024;   ///< that all patterns can use
  /// A block must execute all iterations, or all of those of a split.
  bool needs_whole_span() const { return needs_synchronisation || is_stored || !is_size_known_at_launch; }
};

int level_of(Nest const& nest, int pattern);

/// Returns the names of all patterns in backquotes, for messages.
std::vector<std::string> names_of_patterns(Nest const& nest);

/// Returns the levels, outermost first.
std::vector<NestLevel> levels_of(Nest const& nest);

/// Returns how often the body of a pattern is executed: the product of its size and those of all enclosing patterns and
/// the probabilities of all enclosing branches.
double n_executions(Nest const& nest, int pattern);
/// Returns how often an access is executed.
double n_executions(Nest const& nest, NestAccess const& access);
/// Returns the number of different elements of an access: the executions in levels that access different elements.
double n_elements(Nest const& nest, NestAccess const& access);

/// Throws base::InternalError with the first violated rule: there is a pattern; parents come before their patterns;
/// indices are those of patterns and branches; levels of branches and accesses enclose them; sizes are at least 0 and
/// probabilities at most 1.
void verify(Nest const& nest);

} // namespace chemora::patterns

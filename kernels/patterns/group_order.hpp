/// Orders elements by their keys with kernels, for groupBy with any keys.
#pragma once

#include "kernels/patterns/key_table.hpp"
#include "kernels/patterns/value_kernel.hpp"

#include <optional>

namespace chemora::patterns {

/// Orders elements in one of three ways, which have the same result for any number of threads:
///
/// - counting: a groupBy by the difference of the key and the smallest key, for keys from a small range.
/// - hashing: a groupBy by the rank of the key among all keys, for few different keys. The host collects the keys in a
///   table (key_table.hpp), and a kernel looks up the key of each element. The first keys are those of a sample of the
///   elements. If keys are missing, the next ones are those of a sample of the elements whose keys are missing.
/// - sorting: a stable radix sort. A digit has at most 1024 values, so that keys from a range of 1024 need one pass,
///   and arbitrary keys need four. A pass is a groupBy by a digit.
///
/// One object orders the elements of all groupBys of a program, and loads each kernel of order_program() once.
class GroupOrder {
public:
  /// `grouping` is `automatic`, `hash` or `sort`. A table that becomes too large is replaced by the sort in all cases.
  /// Throws base::UserError for other values. `place` must outlive this object.
  GroupOrder(KernelPlace& place, std::string const& grouping);

  struct Groups {
    long n_groups = 0;
    std::shared_ptr<KernelArray> order{}; ///< numbers of the elements, ordered by key
    std::shared_ptr<KernelArray> first{}; ///< position of the first member of each group, and the number of elements
    std::shared_ptr<KernelArray> keys{};  ///< of the groups, from small to large
    std::string method{};                 ///< for reports, such as `hash table of 11 keys with 2 probes`
    std::string trace{};                  ///< reasons for the method, one per line
  };

  /// Orders the first `n` elements of `keys`.
  Groups order(std::shared_ptr<KernelArray> const& keys, long n);

private:
  using Arrays = std::map<std::string, std::shared_ptr<KernelArray>>;
  struct Elements {
    long n = 0;
    double min_key = 0, max_key = 0;
    Arrays arrays{}; ///< inputs of the kernels
    std::string trace{};
    KernelParameters parameters() const { return {{"n", static_cast<double>(n)}}; }
    long n_values() const { return static_cast<long>(max_key - min_key) + 1; }
  };

  Groups by_counting(Elements& elements);
  /// Returns no groups if the table of keys becomes too large.
  std::optional<Groups> by_hashing(Elements& elements);
  Groups by_sorting(Elements& elements);
  /// Returns the groups of elements that are ordered by rank. Ranks without elements have no group.
  Groups groups_of(Selected const& selected, std::vector<double> const& keys);
  /// Returns the keys of a sample of the `n` elements, computed by the statement `variable`: `sample` for all elements,
  /// `missing_sample` for those with the numbers `missing_elements`.
  std::vector<double> sample(Elements& elements, std::string const& variable, long n);

  /// `max_n` is the largest number of elements for which the kernel is made; 0: any number.
  ValueKernel& kernel_of(std::string const& variable, long max_n);
  /// Computes the value of a statement of the program from other values.
  std::shared_ptr<KernelArray> value(std::string const& variable, KernelParameters const& parameters,
                                     Arrays const& inputs);
  /// Computes a filter or groupBy of `n` elements.
  Selected selected(std::string const& variable, long n, long n_groups, Arrays const& inputs);
  std::shared_ptr<KernelArray> integers(std::vector<double> const& numbers);

  KernelPlace& place_;
  std::string grouping_;
  std::map<std::pair<std::string, long>, ValueKernel> kernels_{}; ///< by variable of the statement and max_n
};

} // namespace chemora::patterns

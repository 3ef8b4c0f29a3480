/// Sorts elements by their keys with kernels, for groupBy with any keys.
#pragma once

#include "kernels/patterns/value_kernel.hpp"

namespace chemora::patterns {

/// A stable radix sort. A digit has at most 1024 values, so that keys from a range of 1024 need one pass, and arbitrary
/// keys need four passes. A pass is a groupBy by a digit, which has the same result for any number of threads. All
/// sorts of a program share the kernels of sort_program().
class GroupSort {
public:
  /// `place` must outlive this object.
  explicit GroupSort(KernelPlace& place) : place_(place) {}

  struct Groups {
    long n_groups = 0;
    std::shared_ptr<KernelArray> order{}; ///< numbers of the elements, ordered by key
    std::shared_ptr<KernelArray> first{}; ///< position of the first member of each group, and the number of elements
    std::shared_ptr<KernelArray> keys{};  ///< of the groups, from small to large
  };

  /// Sorts the first `n` elements of `keys`.
  Groups sort(std::shared_ptr<KernelArray> const& keys, long n);

private:
  using Arrays = std::map<std::string, std::shared_ptr<KernelArray>>;

  ValueKernel& kernel_of(std::string const& variable);
  /// Computes the value of a statement of the sort from other values.
  std::shared_ptr<KernelArray> value(std::string const& variable, KernelParameters const& parameters,
                                     Arrays const& inputs);
  /// Computes a filter or groupBy of `n` elements.
  Selected selected(std::string const& variable, long n, long n_groups, Arrays const& inputs);
  std::shared_ptr<KernelArray> integers(std::vector<double> const& numbers);

  KernelPlace& place_;
  std::map<std::string, ValueKernel> kernels_{}; ///< by variable of the statement
};

} // namespace chemora::patterns

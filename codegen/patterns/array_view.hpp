/// Arrays and groups while a program is interpreted. Views share the storage of their array.
#pragma once

#include "codegen/patterns/pattern.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace chemora::patterns {

struct ArrayStorage;

/// An array, a part of one, or a group (rank 1).
struct ArrayView {
  std::shared_ptr<ArrayStorage const> storage{};
  std::vector<long> extents{};
  std::vector<long> strides{}; ///< in elements
  long offset = 0;
  long key = 0; ///< of a group

  long n_elements() const;
};

struct ArrayStorage {
  std::size_t n_components = 1;   ///< numbers per element: 1, or the number of fields of a structure
  std::vector<double> numbers{};  ///< of scalars and structures
  std::vector<ArrayView> items{}; ///< elements that are arrays or groups
  /// Of elements that come from points of a divided grid: the numbers of the points in the order of the whole grid.
  std::vector<long> order{};
};

/// Returns the view of a whole array with its last axis fastest.
ArrayView whole_array(ArrayStorage storage, std::vector<long> extents);

/// Calls `visit` for the offsets of all elements, with the last axis fastest.
void for_each_element(ArrayView const& view, std::function<void(long offset)> const& visit);

/// Returns the elements in a storage of their own.
ArrayValue to_value(ArrayView const& view);

} // namespace chemora::patterns

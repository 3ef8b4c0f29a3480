#include "codegen/patterns/array_view.hpp"

namespace chemora::patterns {

long ArrayView::n_elements() const {
  long n = 1;
  for (long const extent : extents) n *= extent;
  return n;
}

ArrayView whole_array(ArrayStorage storage, std::vector<long> extents) {
  ArrayView view{.storage = std::make_shared<ArrayStorage const>(std::move(storage)), .extents = std::move(extents)};
  view.strides.resize(view.extents.size());
  long stride = 1;
  for (std::size_t n = view.extents.size(); n-- > 0;) {
    view.strides[n] = stride;
    stride *= view.extents[n];
  }
  return view;
}

void for_each_element(ArrayView const& view, std::function<void(long offset)> const& visit) {
  if (view.n_elements() == 0) return;
  std::size_t const rank = view.extents.size();
  std::vector<long> index(rank, 0);
  for (long offset = view.offset;;) {
    visit(offset);
    std::size_t axis = rank;
    while (axis-- > 0) {
      offset += view.strides[axis];
      if (++index[axis] < view.extents[axis]) break;
      offset -= view.extents[axis] * view.strides[axis];
      index[axis] = 0;
    }
    if (axis == static_cast<std::size_t>(-1)) return;
  }
}

ArrayValue to_value(ArrayView const& view) {
  ArrayValue value{.extents = view.extents};
  std::size_t const n = view.storage->n_components;
  value.numbers.reserve(static_cast<std::size_t>(view.n_elements()) * n);
  for_each_element(view, [&](long offset) {
    auto const first = view.storage->numbers.begin() + offset * static_cast<long>(n);
    value.numbers.insert(value.numbers.end(), first, first + static_cast<long>(n));
  });
  return value;
}

} // namespace chemora::patterns

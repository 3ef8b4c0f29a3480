#include "kernels/patterns/point_lists.hpp"

#include <algorithm>
#include <cstring>

namespace chemora::patterns {

namespace {

std::vector<double> point_of(void const* list, std::size_t n) {
  auto const& indices = static_cast<PointList const*>(list)->indices;
  return {static_cast<double>(indices[0][n]), static_cast<double>(indices[1][n]), static_cast<double>(indices[2][n])};
}

} // namespace

PointList::PointList(LocalGrid const& grid, SweepKernel const& kernel, bool needs_orders)
    : has_orders(needs_orders), box(grid.box), kernel_(kernel) {
  constexpr auto size = static_cast<std::size_t>(list_size);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    has_indices[axis] = has_orders || !kernel.lowered.indices[axis].empty();
    if (has_indices[axis]) indices[axis].resize(size);
  }
  if (has_orders) orders.resize(size);
  auto const add_field = [&](std::string const& name) {
    Field& field = fields[name];
    field.from = grid.fields.at(name);
    field.values.resize(size);
  };
  for (auto const& [name, argument] : kernel.lowered.fields) add_field(name);
  for (std::string const& name : kernel.fields)
    if (!name.empty()) add_field(name);
  std::size_t next = 0;
  for (std::string const& field : kernel.fields) {
    if (!field.empty()) {
      values_.push_back(fields.at(field).values.data());
      continue;
    }
    std::string const& result = kernel.lowered.results[next++];
    if (kernel.lowered.kernel.array(result).type == ir::Type::real64)
      reals_[result].resize(size);
    else
      integers_[result].resize(size);
    values_.push_back(array(result));
  }
}

void* PointList::array(std::string const& name) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (kernel_.lowered.indices[axis] == name) return indices[axis].data();
  for (auto const& [field, argument] : kernel_.lowered.fields)
    if (argument == name) return fields.at(field).values.data();
  if (auto const found = reals_.find(name); found != reals_.end()) return found->second.data();
  return integers_.at(name).data();
}

PointValues PointList::values() const {
  return {.n_points = n_points,
          .arrays = values_,
          .orders = {orders.data(), has_orders ? n_points : 0},
          .point = point_of,
          .list = this};
}

PointSet::PointSet(LocalGrid const& grid, long const points[3]) : is_whole_(true), box_(grid.box) {
  std::copy_n(points, 3, points_);
}

bool PointSet::has_orders(Sweep const& sweep) {
  if (sweep.condition) return true;
  for (Sweep::Part const& part : sweep.parts)
    for (Sweep::Result const& result : part.results)
      if (result.kind == Sweep::Kind::arg_min || result.kind == Sweep::Kind::arg_max ||
          result.kind == Sweep::Kind::gather)
        return true;
  return false;
}

void PointSet::fill(long first, long end, PointList& list) const {
  list.n_points = static_cast<std::size_t>(end - first);
  if (is_whole_) return fill_rows(first, end, list);
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (list.has_indices[axis])
      std::copy(indices_[axis].begin() + first, indices_[axis].begin() + end, list.indices[axis].begin());
  if (list.has_orders) std::copy(orders_.begin() + first, orders_.begin() + end, list.orders.begin());
  for (auto& [name, field] : list.fields)
    for (long n = first; n < end; ++n) {
      auto const place = static_cast<std::size_t>(n);
      long offset = 0;
      for (std::size_t axis = 0; axis < 3; ++axis)
        offset += (indices_[axis][place] - list.box.first[axis]) * field.from.strides[axis];
      field.values[place - static_cast<std::size_t>(first)] = field.from.first[offset];
    }
}

void PointSet::fill_rows(long first, long end, PointList& list) const {
  long const n_x = box_.extent(0), n_y = box_.extent(1);
  for (long point = first; point < end;) {
    long const i = point % n_x, j = point / n_x % n_y, k = point / n_x / n_y, n = std::min(n_x - i, end - point);
    auto const place = static_cast<std::size_t>(point - first), count = static_cast<std::size_t>(n);
    for (auto& [name, field] : list.fields) {
      long const stride = field.from.strides[0];
      double const* const from = field.from.first + i * stride + j * field.from.strides[1] + k * field.from.strides[2];
      double* const to = field.values.data() + place;
      if (stride == 1)
        std::memcpy(to, from, count * sizeof(double));
      else
        for (long m = 0; m < n; ++m) to[m] = from[m * stride];
    }
    long const x = box_.first[0] + i, y = box_.first[1] + j, z = box_.first[2] + k;
    if (list.has_indices[0])
      for (long m = 0; m < n; ++m)
        list.indices[0][place + static_cast<std::size_t>(m)] = static_cast<std::int32_t>(x + m);
    if (list.has_indices[1]) std::fill_n(list.indices[1].data() + place, n, static_cast<std::int32_t>(y));
    if (list.has_indices[2]) std::fill_n(list.indices[2].data() + place, n, static_cast<std::int32_t>(z));
    if (list.has_orders)
      for (long m = 0; m < n; ++m)
        list.orders[place + static_cast<std::size_t>(m)] = x + m + points_[0] * (y + points_[1] * z);
    point += n;
  }
}

void PointSet::add_where(std::int32_t const* condition, PointList const& list) {
  for (std::size_t n = 0; n < list.n_points; ++n) {
    if (condition[n] == 0) continue;
    for (std::size_t axis = 0; axis < 3; ++axis) indices_[axis].push_back(list.indices[axis][n]);
    orders_.push_back(list.orders[n]);
  }
}

void PointSet::add(PointSet const& other) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    indices_[axis].insert(indices_[axis].end(), other.indices_[axis].begin(), other.indices_[axis].end());
  orders_.insert(orders_.end(), other.orders_.begin(), other.orders_.end());
}

} // namespace chemora::patterns

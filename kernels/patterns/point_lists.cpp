#include "kernels/patterns/point_lists.hpp"

#include "kernels/patterns/value_loops.hpp"

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
    : has_orders(needs_orders), kernel_(kernel) {
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

PointSet::PointSet(LocalGrid const& grid, long const (&points)[3], bool is_whole)
    : is_whole_(is_whole), box_(grid.box) {
  std::copy_n(points, 3, points_);
}

bool PointSet::has_orders(Sweep const& sweep) {
  for (Sweep::Part const& part : sweep.parts)
    for (Sweep::Result const& result : part.results)
      if (result.kind == Sweep::Kind::arg_min || result.kind == Sweep::Kind::arg_max ||
          result.kind == Sweep::Kind::gather)
        return true;
  return false;
}

void PointSet::fill(long first, long end, PointList& list) const {
  list.n_points = static_cast<std::size_t>(end - first);
  find_runs(first, end, list.runs);
  std::size_t place = 0;
  for (PointRun const& run : list.runs) {
    fill(run, place, list);
    place += static_cast<std::size_t>(run.n);
  }
}

/// Finds the runs of the points from `first` to `end`, excluded.
void PointSet::find_runs(long first, long end, std::vector<PointRun>& runs) const {
  runs.clear();
  if (is_whole_) {
    for (long const n_x = box_.extent(0); first < end; first += runs.back().n)
      runs.push_back({first, std::min(n_x - first % n_x, end - first)});
    return;
  }
  auto selected = std::upper_bound(runs_.begin(), runs_.end(), first,
                                   [](long n, SelectedRun const& each) { return n < each.n_before; });
  for (--selected; first < end; ++selected) {
    long const skipped = first - selected->n_before;
    runs.push_back({selected->run.first + skipped, std::min(selected->run.n - skipped, end - first)});
    first += runs.back().n;
  }
}

void PointSet::fill(PointRun const& run, std::size_t place, PointList& list) const {
  long const n_x = box_.extent(0), n_y = box_.extent(1), row = run.first / n_x;
  long const i = run.first % n_x, j = row % n_y, k = row / n_y;
  auto const n = static_cast<std::size_t>(run.n);
  for (auto& [name, field] : list.fields) {
    long const stride = field.from.strides[0];
    double const* const from = field.from.first + i * stride + j * field.from.strides[1] + k * field.from.strides[2];
    double* const to = field.values.data() + place;
    if (stride == 1)
      std::memcpy(to, from, n * sizeof(double));
    else
      for (long m = 0; m < run.n; ++m) to[m] = from[m * stride];
  }
  long const x = box_.first[0] + i, y = box_.first[1] + j, z = box_.first[2] + k;
  if (list.has_indices[0]) set_indices(list.indices[0].data() + place, n, x, 1);
  if (list.has_indices[1]) set_indices(list.indices[1].data() + place, n, y, 0);
  if (list.has_indices[2]) set_indices(list.indices[2].data() + place, n, z, 0);
  if (list.has_orders) set_orders(list.orders.data() + place, n, x + points_[0] * (y + points_[1] * z));
}

void PointSet::add_where(std::int32_t const* condition, PointList const& list) {
  for (PointRun const& run : list.runs) {
    for (long n = 0; n < run.n;) {
      long const begin = n;
      while (n < run.n && condition[n] != 0) ++n;
      if (n > begin) add({run.first + begin, n - begin});
      while (n < run.n && condition[n] == 0) ++n;
    }
    condition += run.n;
  }
}

void PointSet::add(PointRun const& run) {
  bool const is_continued =
      !runs_.empty() && run.first % box_.extent(0) != 0 && runs_.back().run.first + runs_.back().run.n == run.first;
  if (is_continued)
    runs_.back().run.n += run.n;
  else
    runs_.push_back({run, size_});
  size_ += run.n;
}

void PointSet::add(PointSet const& other) {
  for (SelectedRun const& each : other.runs_) add(each.run);
}

} // namespace chemora::patterns

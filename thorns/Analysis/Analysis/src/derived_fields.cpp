#include "derived_fields.hpp"

#include "codegen/patterns/source_call.hpp"
#include "derived/components.hpp"
#include "framework/base/text.hpp"
#include "framework/base/vector_versions.hpp"
#include "power_of_modes.hpp"
#include "redistribute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace analysis {

namespace base = chemora::base;
namespace patterns = chemora::patterns;

namespace {

using Values = std::vector<double>;

/// Returns the messages of all processes one after another. Collective.
std::vector<long> gathered(std::vector<long> const& values, MPI_Comm communicator) {
  int n = 0;
  MPI_Comm_size(communicator, &n);
  int const size = static_cast<int>(values.size());
  std::vector<int> sizes(static_cast<std::size_t>(n)), places(static_cast<std::size_t>(n), 0);
  MPI_Allgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, communicator);
  for (std::size_t p = 1; p < sizes.size(); ++p) places[p] = places[p - 1] + sizes[p - 1];
  std::vector<long> all(static_cast<std::size_t>(places.back() + sizes.back()));
  MPI_Allgatherv(values.data(), size, MPI_LONG, all.data(), sizes.data(), places.data(), MPI_LONG, communicator);
  return all;
}

/// Compares `n` numbers, each `stride` after the preceding one in memory, with the threshold.
[[gnu::always_inline]] inline void compare(double const* numbers, long n, long stride, double threshold,
                                           char* is_larger) {
#pragma omp simd
  for (long i = 0; i < n; ++i) is_larger[i] = numbers[i * stride] > threshold ? 1 : 0;
}
CHEMORA_VECTOR_VERSIONS void compare_row(double const* numbers, long n, long stride, double threshold,
                                         char* is_larger) {
  stride == 1 ? compare(numbers, n, 1, threshold, is_larger) : compare(numbers, n, stride, threshold, is_larger);
}

/// A component of the points of one process has the number of its first point in the whole grid.
class RegionNumbers {
public:
  explicit RegionNumbers(DividedGrid const& grid) : grid_(grid), boxes_(boxes_of_all(grid.own, grid.communicator)) {}

  void number(patterns::LocalField const& field, double threshold, Values& result) {
    auto const n_points = static_cast<std::size_t>(grid_.own.n_points());
    std::vector<char> is_inside(n_points);
    long const extents[] = {grid_.own.extent(0), grid_.own.extent(1), grid_.own.extent(2)};
    for (long row = 0; row < extents[1] * extents[2]; ++row)
      compare_row(field.first + row % extents[1] * field.strides[1] + row / extents[1] * field.strides[2], extents[0],
                  field.strides[0], threshold, is_inside.data() + row * extents[0]);
    std::vector<Run> const runs = components(is_inside, extents);
    std::vector<long> own_roots;
    for (Run const& run : runs)
      if (run.component == run.first) own_roots.push_back(root_of(run));
    std::map<long, std::size_t> const numbers = region_of_root(own_roots, links(runs, n_points));
    result.clear();
    result.reserve(n_points);
    for (Run const& run : runs) {
      result.resize(run.first, -1);
      result.resize(run.end, static_cast<double>(numbers.at(root_of(run))));
    }
    result.resize(n_points, -1);
  }

private:
  static constexpr long none = 0; ///< root of points outside of all regions

  /// Returns the number of a component of this process, which is positive.
  long root_of(Run const& run) const {
    auto const local = static_cast<long>(run.component);
    long const nx = grid_.own.extent(0), ny = grid_.own.extent(1);
    long const i = grid_.own.first[0] + local % nx, j = grid_.own.first[1] + local / nx % ny,
               k = grid_.own.first[2] + local / (nx * ny);
    return 1 + i + grid_.points[0] * (j + grid_.points[1] * k);
  }

  /// Returns pairs of components that are connected across the upper faces of this process.
  std::vector<long> links(std::vector<Run> const& runs, std::size_t n_points) const {
    std::vector<long> pairs;
    if (boxes_.size() == 1) return pairs;
    std::vector<long> roots(n_points, none);
    for (Run const& run : runs)
      std::fill(roots.begin() + static_cast<std::ptrdiff_t>(run.first),
                roots.begin() + static_cast<std::ptrdiff_t>(run.end), root_of(run));
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<Box> last = boxes_, next = boxes_;
      for (std::size_t p = 0; p < boxes_.size(); ++p) {
        last[p].first[axis] = boxes_[p].end[axis] - 1;
        next[p].first[axis] = boxes_[p].end[axis];
        next[p].end[axis] = boxes_[p].end[axis] + (boxes_[p].n_points() > 0 ? 1 : 0);
      }
      std::vector<long> across(static_cast<std::size_t>(next[rank()].n_points()), none);
      redistribute_into(across, roots, boxes_, next, grid_.communicator);
      std::size_t m = 0;
      if (across.empty()) continue;
      for_each_point(last[rank()], grid_.own, [&](std::size_t n) {
        long const a = roots[n], b = across[m++];
        if (a == none || b == none) return;
        pairs.push_back(a);
        pairs.push_back(b);
      });
    }
    return pairs;
  }

  std::size_t rank() const {
    int rank = 0;
    MPI_Comm_rank(grid_.communicator, &rank);
    return static_cast<std::size_t>(rank);
  }

  /// Returns the number of the region of each component of all processes.
  std::map<long, std::size_t> region_of_root(std::vector<long> const& own_roots, std::vector<long> const& own_pairs) {
    std::vector<long> roots = gathered(own_roots, grid_.communicator);
    std::vector<long> const pairs = gathered(own_pairs, grid_.communicator);
    std::sort(roots.begin(), roots.end());
    auto const place_of = [&](long root) {
      return static_cast<std::size_t>(std::lower_bound(roots.begin(), roots.end(), root) - roots.begin());
    };
    DisjointSets sets(roots.size());
    for (std::size_t n = 0; n + 1 < pairs.size(); n += 2) sets.unite(place_of(pairs[n]), place_of(pairs[n + 1]));
    std::map<long, std::size_t> numbers;
    std::size_t n_regions = 0;
    for (std::size_t n = 0; n < roots.size(); ++n) {
      std::size_t const first = sets.representative(n);
      numbers[roots[n]] = first == n ? n_regions++ : numbers.at(roots[first]);
    }
    return numbers;
  }

  DividedGrid const& grid_;
  std::vector<Box> boxes_;
};

void power(patterns::LocalField const& field, double, DividedGrid const& grid, Values& values) {
  power_of_modes(field, grid, values);
}

void regions(patterns::LocalField const& field, double threshold, DividedGrid const& grid, Values& values) {
  RegionNumbers(grid).number(field, threshold, values);
}

/// One row for each function.
struct Function {
  std::string name{};
  bool has_parameter = false;
  void (*compute)(patterns::LocalField const&, double parameter, DividedGrid const&, Values&) = nullptr;
  double bytes_per_point = 0; ///< lower bound of the memory besides the values
};

std::vector<Function> const& functions() {
  constexpr double real = sizeof(double);
  static std::vector<Function> const all{{"power_of_modes", false, power, 0.5 * real}, {"regions", true, regions, 1}};
  return all;
}

Function const& function_of(DerivedField const& derived) {
  return *std::find_if(functions().begin(), functions().end(),
                       [&](Function const& function) { return function.name == derived.function; });
}

bool has_role(patterns::Program const& program, std::string const& name, patterns::Role role) {
  int const number = program.find(name);
  return number >= 0 && program.variables[static_cast<std::size_t>(number)].role == role;
}

} // namespace

std::optional<DerivedField> derived_field(patterns::Program const& program, patterns::Variable const& variable) {
  auto const call = patterns::source_call(variable.source);
  if (!call) return std::nullopt;
  DerivedField derived{.function = call->function, .field = call->arguments[0]};
  std::vector<std::string> names;
  for (Function const& function : functions()) names.push_back(function.name);
  if (!base::contains(names, derived.function))
    throw base::UserError(variable.where,
                          fmt::format("There is no function `{}` of grid functions.{} Allowed: {}.", derived.function,
                                      base::did_you_mean(derived.function, names), base::join(names)));
  bool const has_parameter = function_of(derived).has_parameter;
  if (has_parameter && call->arguments.size() > 1) derived.parameter = call->arguments[1];
  bool const fits =
      call->arguments.size() == (has_parameter ? 2 : 1) && derived.field != variable.name &&
      has_role(program, derived.field, patterns::Role::grid) &&
      !patterns::source_call(program.variables[static_cast<std::size_t>(program.find(derived.field))].source) &&
      (!has_parameter || has_role(program, derived.parameter, patterns::Role::parameter));
  if (!fits)
    throw base::UserError(variable.where,
                          fmt::format("`{}` does not fit; expected `{}(GRID_FUNCTION{})`, with names of the program.",
                                      variable.source, derived.function, has_parameter ? ", PARAMETER" : ""));
  return derived;
}

void set_derived_values(DerivedField const& derived, patterns::LocalField const& field, double parameter,
                        DividedGrid const& grid, std::vector<double>& values) {
  function_of(derived).compute(field, parameter, grid, values);
}

double bytes_per_point(DerivedField const& derived) { return function_of(derived).bytes_per_point; }

} // namespace analysis

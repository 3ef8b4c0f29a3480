#include "derived_fields.hpp"

#include "codegen/patterns/source_call.hpp"
#include "derived/components.hpp"
#include "derived/fourier.hpp"
#include "framework/base/text.hpp"
#include "redistribute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace analysis {

namespace base = chemora::base;
namespace patterns = chemora::patterns;

namespace {

using Complex = FourierTransform::Complex;
using Values = std::vector<double>;

Values values_of(patterns::LocalField const& field, Box const& own) {
  Values values;
  values.reserve(static_cast<std::size_t>(own.n_points()));
  for (long k = 0; k < own.extent(2); ++k)
    for (long j = 0; j < own.extent(1); ++j)
      for (long i = 0; i < own.extent(0); ++i)
        values.push_back(field.first[i * field.strides[0] + j * field.strides[1] + k * field.strides[2]]);
  return values;
}

/// Divides the whole grid among `n` processes along one axis.
std::vector<Box> slabs(DividedGrid const& grid, int axis, std::size_t n) {
  std::vector<Box> boxes(n);
  for (std::size_t p = 0; p < n; ++p) {
    std::copy_n(grid.points, 3, boxes[p].end);
    boxes[p].first[axis] = grid.points[axis] * static_cast<long>(p) / static_cast<long>(n);
    boxes[p].end[axis] = grid.points[axis] * static_cast<long>(p + 1) / static_cast<long>(n);
  }
  return boxes;
}

/// Transforms all lines of a box along an axis, which the box contains as a whole.
void transform_lines(std::vector<Complex>& values, Box const& box, int axis) {
  auto const n = static_cast<std::size_t>(box.extent(axis));
  if (n < 2 || values.empty()) return;
  FourierTransform const transform(n);
  std::size_t stride = 1;
  for (int d = 0; d < axis; ++d) stride *= static_cast<std::size_t>(box.extent(d));
  long const n_lines = static_cast<long>(values.size() / n);
#pragma omp parallel for
  for (long l = 0; l < n_lines; ++l) {
    auto const line = static_cast<std::size_t>(l);
    Complex* const first = values.data() + line / stride * stride * n + line % stride;
    std::vector<Complex> copy(n);
    for (std::size_t k = 0; k < n; ++k) copy[k] = first[k * stride];
    transform.apply(copy.data());
    for (std::size_t k = 0; k < n; ++k) first[k * stride] = copy[k];
  }
}

Values power_of_modes(patterns::LocalField const& field, double, DividedGrid const& grid) {
  auto const own = boxes_of_all(grid.own, grid.communicator);
  auto const along_z = slabs(grid, 2, own.size()), along_x = slabs(grid, 0, own.size());
  int rank = 0;
  MPI_Comm_rank(grid.communicator, &rank);
  auto const here = static_cast<std::size_t>(rank);
  Values const values = values_of(field, grid.own);
  std::vector<Complex> modes(values.begin(), values.end());
  modes = redistribute(modes, own, along_z, grid.communicator);
  for (int const axis : {0, 1}) transform_lines(modes, along_z[here], axis);
  modes = redistribute(modes, along_z, along_x, grid.communicator);
  transform_lines(modes, along_x[here], 2);
  double n_points = 1;
  for (long const n : grid.points) n_points *= static_cast<double>(n);
  Values power;
  power.reserve(modes.size());
  for (Complex const& mode : modes) {
    double const real = mode.real() / n_points, imaginary = mode.imag() / n_points;
    power.push_back(real * real + imaginary * imaginary);
  }
  return redistribute(power, along_x, own, grid.communicator);
}

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

/// A component of the points of one process has the number of its first point in the whole grid.
class RegionNumbers {
public:
  explicit RegionNumbers(DividedGrid const& grid) : grid_(grid), boxes_(boxes_of_all(grid.own, grid.communicator)) {}

  Values number(Values const& values, double threshold) {
    std::vector<char> is_inside;
    for (double const value : values) is_inside.push_back(value > threshold);
    long const extents[] = {grid_.own.extent(0), grid_.own.extent(1), grid_.own.extent(2)};
    std::vector<long> const first = components(is_inside, extents);
    std::vector<long> roots(first.size(), none), own_roots; // none: outside
    for (std::size_t n = 0; n < first.size(); ++n) {
      if (first[n] < 0) continue;
      roots[n] = order_of(first[n]) + 1;
      if (first[n] == static_cast<long>(n)) own_roots.push_back(roots[n]);
    }
    std::map<long, std::size_t> const numbers = region_of_root(own_roots, links(roots));
    Values result;
    for (long const root : roots) result.push_back(root == none ? -1 : static_cast<double>(numbers.at(root)));
    return result;
  }

private:
  static constexpr long none = 0;

  long order_of(long local) const {
    long const nx = grid_.own.extent(0), ny = grid_.own.extent(1);
    long const i = grid_.own.first[0] + local % nx, j = grid_.own.first[1] + local / nx % ny,
               k = grid_.own.first[2] + local / (nx * ny);
    return i + grid_.points[0] * (j + grid_.points[1] * k);
  }

  /// Returns pairs of components that are connected across the upper faces of this process.
  std::vector<long> links(std::vector<long> const& roots) const {
    std::vector<long> pairs;
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<Box> last = boxes_, next = boxes_;
      for (std::size_t p = 0; p < boxes_.size(); ++p) {
        last[p].first[axis] = boxes_[p].end[axis] - 1;
        next[p].first[axis] = boxes_[p].end[axis];
        next[p].end[axis] = boxes_[p].end[axis] + (boxes_[p].n_points() > 0 ? 1 : 0);
      }
      std::vector<long> const across = redistribute(roots, boxes_, next, grid_.communicator);
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

Values regions(patterns::LocalField const& field, double threshold, DividedGrid const& grid) {
  return RegionNumbers(grid).number(values_of(field, grid.own), threshold);
}

/// One row for each function.
struct Function {
  std::string name{};
  bool has_parameter = false;
  Values (*compute)(patterns::LocalField const&, double parameter, DividedGrid const&) = nullptr;
  double bytes_per_point = 0; ///< at the peak of memory
};

std::vector<Function> const& functions() {
  constexpr double real = sizeof(double), complex = sizeof(Complex);
  static std::vector<Function> const all{{"power_of_modes", false, power_of_modes, real + 4 * complex},
                                         {"regions", true, regions, 4 * real + 3}};
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

std::vector<double> derived_values(DerivedField const& derived, patterns::LocalField const& field, double parameter,
                                   DividedGrid const& grid) {
  return function_of(derived).compute(field, parameter, grid);
}

double bytes_per_point(DerivedField const& derived) { return function_of(derived).bytes_per_point; }

} // namespace analysis

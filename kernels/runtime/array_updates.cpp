#include "kernels/runtime/array_updates.hpp"

#include "codegen/ahead/built_in_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>

namespace chemora::runtime {

namespace {

std::string prefixed(char const* prefix, std::set<std::string> const& names, char const* suffix) {
  std::string text;
  for (auto const& name : names) text += prefix + name + suffix;
  return text;
}

} // namespace

ir::Graph linear_combination(int n_sources, bool keeps_target, ir::Type real) {
  std::set<std::string> parameters, inputs;
  std::string values;
  int n_values = 0, sum = -1;
  auto const add_term = [&](std::string const& array, std::string const& parameter) {
    inputs.insert(array);
    parameters.insert(parameter);
    int const first = n_values;
    values += fmt::format("  %{} = load {}\n  %{} = parameter {}\n  %{} = multiply %{} %{}\n", first, array, first + 1,
                          parameter, first + 2, first + 1, first);
    if (sum >= 0) values += fmt::format("  %{} = add %{} %{}\n", first + 3, sum, first + 2);
    n_values = first + (sum >= 0 ? 4 : 3);
    sum = n_values - 1;
  };
  if (keeps_target) add_term("target", "scale");
  for (int i = 0; i < n_sources; ++i) add_term(fmt::format("source{}", i), fmt::format("factor{}", i));
  std::string const type(ir::to_text(real));
  if (sum < 0) values = "  %0 = immediate " + type + " 0\n", sum = 0;
  std::string const in = inputs.empty() ? "" : "  in" + prefixed(" ", inputs, "") + "\n";
  return ir::parse_graph(fmt::format("graph LinearCombination{}{}{} {{\n  grid 3 {}\n{}{}  out target\n{}  store "
                                     "target %{} everywhere\n}}\n",
                                     n_sources, keeps_target ? "_kept" : "", real == ir::Type::real32 ? "_real32" : "",
                                     type, prefixed(("  param " + type + " ").c_str(), parameters, "\n"), in, values,
                                     sum),
                         "LinearCombination");
}

namespace {

/// Number of points of a row that are computed together, so that their partial sums (2 KiB) stay in the cache.
constexpr std::ptrdiff_t segment = 256;

template <class Real>
class LinearCombination final : public device::Module {
public:
  LinearCombination(int n_sources, bool keeps_target) {
    std::vector<std::string> numbers;
    for (int n = 0; n < n_sources; ++n) numbers.push_back(std::to_string(n));
    auto sorted = numbers;
    std::sort(sorted.begin(), sorted.end());
    if (keeps_target) terms_.push_back(numbers.size()); // `target` and `scale` come last
    for (auto const& number : numbers)
      terms_.push_back(static_cast<std::size_t>(std::find(sorted.begin(), sorted.end(), number) - sorted.begin()));
  }

  void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
              chemora_kernel_arguments const& a) override {
    auto* const target = static_cast<Real*>(outputs[0]);
    std::ptrdiff_t const row = a.allocated[0], plane = row * a.allocated[1];
#pragma omp parallel for collapse(2) schedule(static)
    for (int z = a.lower[2]; z < a.upper[2]; ++z)
      for (int y = a.lower[1]; y < a.upper[1]; ++y)
        for (std::ptrdiff_t x = a.lower[0]; x < a.upper[0]; x += segment)
          add(inputs, a.parameters, target, x + y * row + z * plane, std::min(segment, a.upper[0] - x));
  }

private:
  /// Computes the target at `n` points, starting with index `first`.
  void add(std::span<void const* const> inputs, double const* factors, Real* target, std::ptrdiff_t first,
           std::ptrdiff_t n) const {
    std::array<Real, static_cast<std::size_t>(segment)> sums{};
    Real* const sum = sums.data();
    bool is_first = true;
    for (std::size_t const term : terms_) {
      auto const factor = static_cast<Real>(factors[term]);
      Real const* const source = static_cast<Real const*>(inputs[term]) + first;
      if (is_first)
        for (std::ptrdiff_t i = 0; i < n; ++i) sum[i] = factor * source[i];
      else
        for (std::ptrdiff_t i = 0; i < n; ++i) sum[i] += factor * source[i];
      is_first = false;
    }
    std::copy_n(sum, n, target + first);
  }

  /// for each term in the order of addition, its index in the sorted lists of inputs and parameters
  std::vector<std::size_t> terms_;
};

} // namespace

std::unique_ptr<device::Module> make_linear_combination(int n_sources, bool keeps_target, ir::Type real) {
  if (real == ir::Type::real32) return std::make_unique<LinearCombination<float>>(n_sources, keeps_target);
  return std::make_unique<LinearCombination<double>>(n_sources, keeps_target);
}

std::vector<GridArray> ArrayUpdate::arrays() const {
  std::vector<GridArray> result{target};
  for (Term const& term : terms) result.push_back(term.source);
  return result;
}

ir::Graph const& ArrayUpdater::graph(int n_sources, bool keeps_target, ir::Type real) {
  std::tuple const key(n_sources, keeps_target, real);
  auto const known = graphs_.find(key);
  if (known != graphs_.end()) return known->second;
  ir::Graph const& graph = graphs_.emplace(key, linear_combination(n_sources, keeps_target, real)).first->second;
  for (auto const& region : ahead::built_in_parts(graph))
    for (auto const& kernel : region.kernels)
      built_in_.add(kernel.identity, {"any", [=] { return make_linear_combination(n_sources, keeps_target, real); }});
  return graph;
}

void ArrayUpdater::announce_write(GridFunctions const& functions, GridArray const& array) const {
  if (only_compiles()) return;
  RegionList list;
  list.add(array, functions.level(), ir::Region::everywhere);
  functions.announce_writes(list);
}

// Factors are run-time parameters of the kernel, so that updates with equal numbers of sources use the same kernel in
// all time steps. The function treats each array as a grid without ghost zones.
void ArrayUpdater::run(GridFunctions const& functions, ArrayUpdate const& update) {
  bool const keeps_target = update.scale != 0;
  std::map<std::string, GridArray> arrays{{"target", update.target}};
  std::map<std::string, double> parameters{{"scale", update.scale}};
  for (std::size_t i = 0; i < update.terms.size(); ++i) {
    arrays[fmt::format("source{}", i)] = update.terms[i].source;
    parameters[fmt::format("factor{}", i)] = update.terms[i].factor;
  }
  launch::LocalGrid grid;
  std::vector<GridArray> read;
  for (auto const& [name, array] : arrays) {
    auto const allocated = functions.allocated(array);
    if (name == "target") grid.extent = grid.allocated = allocated;
    if (name != "target" || keeps_target) read.push_back(array);
  }
  if (!only_compiles()) functions.require_valid(read);
  announce_write(functions, update.target);
  base::Box const whole{{0, 0, 0}, grid.extent};
  ir::Graph const& kernel =
      graph(static_cast<int>(update.terms.size()), keeps_target, functions.element_type(update.target));
  launcher_.launch(BoxKernel{&kernel}, grid, {&whole, 1}, parameters,
                   [&](std::string const& name) { return functions.address(arrays.at(name)); });
  if (!only_compiles()) functions.report_write(update.target);
}

// The function uses the local grid, because a box that is thin along x is not a contiguous range of the array.
void ArrayUpdater::set_to_zero(GridFunctions const& functions, GridArray const& array,
                               std::vector<base::Box> const& boxes) {
  ir::Type const real = functions.element_type(array);
  announce_write(functions, array);
  launcher_.launch(BoxKernel{&graph(0, false, real)}, functions.local_grid(), boxes, {},
                   [&](std::string const&) { return functions.address(array); });
  if (!only_compiles()) functions.report_write(array);
}

} // namespace chemora::runtime

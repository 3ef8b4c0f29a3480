// Tests fused kernels whose SIMD vectors cover the end of one grid row and the start of the next row. The results must
// be bitwise equal to those of the interpreter for any start of the rows and any padding between them. The kernels must
// not change other memory, except the padding.
#include "codegen/passes/fusion.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "testsuites/support/random_graph.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>

namespace {

using namespace chemora;
using Arrays = std::map<std::string, std::vector<double>>;

constexpr int ghosts = 2, ny = 9, nz = 8;

/// A graph of right-hand sides that read neighbours along all axes. If `has_equivalent_rows` is false, a factor depends
/// on the row.
ir::Graph right_hand_sides(ir::Type real, bool has_equivalent_rows) {
  std::string const type(ir::to_text(real));
  return ir::parse_graph("graph rhs {\ngrid 3 " + type +
                         "\nin rho u\nout urhs rhorhs\n%0 = load rho\n%1 = load u\n%2 = shift %1 [2,0,0]\n"
                         "%3 = shift %1 [-2,1,0]\n%4 = shift %1 [0,-1,2]\n%5 = subtract %2 %3\n%6 = add %5 %4\n"
                         "%7 = " +
                         (has_equivalent_rows ? "size" : "index") + " y\n%8 = convert " + type +
                         " %7\n%9 = multiply %6 %8\nstore urhs %0 interior\nstore rhorhs %9 interior\n}\n");
}

passes::FusedSubstep fuse(ir::Graph const& kernel) {
  passes::Substep substep;
  substep.name = "step";
  substep.kernel = kernel;
  substep.zeros = {"rhorhs", "urhs"};
  substep.updates = {{"u", true, {"urhs"}}, {"rho", true, {"rhorhs"}}};
  substep.unneeded = {"urhs", "rhorhs"};
  substep.may_swap = [](auto const&, auto const&) { return true; };
  return passes::fuse_updates(substep);
}

struct Layout {
  int nx, row;               ///< points per row, and the distance between the starts of consecutive rows
  int n_before;              ///< elements between the start of a cache line and the start of the array
  int first;                 ///< first point of a row that is computed
  bool changes_padding;      ///< whether the padding between rows is written
  int inside_lower = ghosts; ///< start of the region along x; the region ends `ghosts` points before the end of the row
                             ///< and may be empty

  base::Box inside() const {
    base::Box const box{{inside_lower, ghosts, ghosts}, {nx - ghosts, ny - ghosts, nz - ghosts}};
    return box.is_empty() ? base::Box{} : box;
  }
};

/// The arrays of a test, with padding between rows, and the expected results.
template <typename Real>
class Case {
public:
  Case(passes::FusedSubstep const& fused, Layout const& layout) : layout_(layout) {
    ir::Graph const& graph = fused.regions.front();
    auto data = testing_support::make_random_data(graph, {layout.nx, ny, nz}, 1);
    input_ = data.input;
    for (auto const& parameter : graph.parameters) input_.parameters[parameter.name] = 0.75;
    input_.parameters[passes::inside_lower] = layout.inside_lower + input_.scalars.lower_global[0];
    input_.parameters[passes::inside_upper] = layout.nx - ghosts + input_.scalars.lower_global[0];
    for (auto const& [name, values] : data.arrays) {
      memory_[name].assign(static_cast<std::size_t>(layout.row * ny * nz) + 2 * guard, untouched);
      for (std::size_t p = 0; p < values.size(); ++p) *at(name, p) = static_cast<Real>(values[p]);
    }
    expected_ = std::move(data.arrays);
    ir::interpret(graph, input_, layout.inside(), expected_);
    for (auto const& box : base::subtract(rows(), layout.inside()))
      ir::interpret(fused.remainder, input_, box, expected_);
  }

  void run(launch::BoundKernel& kernel) {
    base::Box const box = rows();
    kernel.run(
        {&box, 1}, input_.scalars, input_.parameters, [&](std::string const& name) { return at(name, 0); },
        launch::RowEnds::may_be_read);
  }

  void expect_bits_of_interpreter(std::string const& plan) {
    for (auto const& [name, values] : expected_) {
      std::vector<double> results;
      for (std::size_t p = 0; p < values.size(); ++p) results.push_back(static_cast<double>(*at(name, p)));
      EXPECT_TRUE(testing_support::same_bits(values, results))
          << name << ", rows of " << layout_.nx << " in " << layout_.row << " numbers: " << plan;
    }
  }

  /// Expects that the memory before the first row and after the last row is unchanged, as far as a vector might reach.
  void expect_untouched_memory_around(std::string const& plan) {
    for (auto const& [name, memory] : memory_) {
      Real const* const first = at(name, 0);
      auto const n_before = static_cast<std::size_t>(first - memory.data());
      std::size_t const end_of_last = n_before + static_cast<std::size_t>(layout_.row * (ny * nz - 1) + layout_.nx);
      for (std::size_t n = 0; n < memory.size(); n = n + 1 == n_before ? end_of_last : n + 1)
        ASSERT_EQ(memory[n], untouched) << name << ", " << static_cast<long>(n - n_before)
                                        << " after the first point: " << plan;
    }
  }

  bool changes_padding() {
    for (auto const& [name, values] : expected_)
      for (std::size_t row = 0; row < std::size_t{ny * nz}; ++row)
        for (int x = layout_.nx; x < layout_.row; ++x)
          if (at(name, row * static_cast<std::size_t>(layout_.nx))[x] != untouched) return true;
    return false;
  }

private:
  static constexpr std::size_t line = 64 / sizeof(Real), guard = 4 * line;
  static constexpr Real untouched = -7;

  base::Box rows() const { return {{layout_.first, ghosts, ghosts}, {layout_.nx, ny - ghosts, nz - ghosts}}; }

  /// Returns the address of the p-th point of the array `name`.
  Real* at(std::string const& name, std::size_t p) {
    auto const nx = static_cast<std::size_t>(layout_.nx), row = static_cast<std::size_t>(layout_.row);
    Real* const memory = memory_.at(name).data() + guard - line;
    std::size_t const to_line = (line - reinterpret_cast<std::uintptr_t>(memory) / sizeof(Real) % line) % line;
    return memory + to_line + layout_.n_before + p / nx * row + p % nx;
  }

  Layout layout_;
  ir::InterpreterInput input_;
  Arrays expected_;
  std::map<std::string, std::vector<Real>> memory_;
};

template <typename Real>
void expect_bits(ir::Type real, bool has_equivalent_rows, std::vector<plan::KernelPlan> const& plans,
                 std::vector<Layout> const& layouts) {
  auto const device = device::make_host_device();
  auto const fused = fuse(right_hand_sides(real, has_equivalent_rows));
  ASSERT_TRUE(fused.covers_whole_rows);
  ir::Graph const graph = jit::specialise(fused.regions.front(), {}).front().graph;
  for (auto const& plan : plans) {
    auto const lowered = jit::lower_to_source(graph, plan, ir::run_time_extents);
    device::CompileRequest const request{graph.name, lowered.source};
    auto const object = device->compile({&request, 1}, 1).front();
    ASSERT_EQ(object.error, "") << lowered.source;
    for (auto const& layout : layouts)
      for (int const n_threads : {1, 3}) {
        omp_set_num_threads(n_threads);
        launch::BoundKernel kernel(graph, {layout.nx, ny, nz}, {layout.row, ny, nz},
                                   device->load(graph.name, object.object, lowered.shape));
        Case<Real> test(fused, layout);
        test.run(kernel);
        test.expect_bits_of_interpreter(to_text(plan));
        test.expect_untouched_memory_around(to_text(plan));
        EXPECT_EQ(test.changes_padding(), layout.changes_padding)
            << layout.nx << " in " << layout.row << ": " << to_text(plan);
      }
  }
}

// The layouts include rows of whole cache lines, rows without padding, rows with more padding than the length of a
// vector, rows shorter than a vector, rows that start inside a cache line, and partial rows.
std::vector<Layout> const layouts{{20, 24, 6, 0, true}, {17, 24, 6, 0, true}, {21, 21, 6, 0, false},
                                  {20, 44, 3, 0, true}, {5, 8, 6, 0, true},   {21, 25, 5, 0, true},
                                  {5, 5, 1, 0, false},  {20, 24, 6, 1, false}};
plan::KernelPlan const nontemporal_plan{.tile = {100, 3, 3}, .vector_width = 8, .nontemporal = {"urhs"}};

TEST(RowWraparound, HasTheBitsOfTheInterpreter) {
  expect_bits<double>(ir::Type::real64, false,
                      {nontemporal_plan, {.tile = {100, 100, 4}, .vector_width = 4, .unroll = {1, 1, 2}}}, layouts);
}

TEST(RowWraparound, HasTheBitsOfTheInterpreterForEquivalentRows) {
  expect_bits<double>(ir::Type::real64, true, {nontemporal_plan}, layouts);
}

TEST(RowWraparound, HasTheBitsOfTheInterpreterInSinglePrecision) {
  expect_bits<float>(ir::Type::real32, true, {{.tile = {100, 4, 100}, .vector_width = 16}},
                     {{36, 48, 14, 0, true}, {35, 35, 14, 0, false}, {36, 40, 1, 0, true}});
}

// One SIMD vector is longer than all rows of a tile together. The vector must not compute points beyond the next row.
TEST(RowWraparound, EndsWithTheNextRowIfTheRegionStartsAfterIt) {
  expect_bits<double>(ir::Type::real64, false, {{.tile = {100, 100, 4}, .vector_width = 8}},
                      {{1, 1, 0, 0, false, 100}, {1, 1, 5, 0, false, 100}, {3, 3, 1, 0, false, 100}});
}

TEST(RowWraparound, IsNotUsedForDividedRows) {
  expect_bits<double>(ir::Type::real64, true, {{.tile = {10, 100, 100}, .vector_width = 4}}, {{20, 24, 6, 0, false}});
}

} // namespace

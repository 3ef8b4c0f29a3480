// Local alignments of one query with many sequences, one sequence per lane, with integers of one byte: the shape of
// kernel that recursions become (docs/recursions.md). Every value must be that of a plain program.
#include "codegen/polyhedral/polyhedral.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/steps/loop_program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace chemora;

namespace {

constexpr int n_columns = 4; ///< columns of a tile, whose values are in registers
constexpr int gap_first = 11, gap_next = 1;

/// Collects the text of a kernel whose instructions are in the order of their calls.
class KernelText {
public:
  explicit KernelText(std::string const& type) : type_(type) {}

  void array(std::string const& name, std::string const& type = "") {
    arrays_ += fmt::format("  array {} {} [] registers copies g, l\n", name, type.empty() ? type_ : type);
  }
  /// An instruction inside loops, whose position in the order ends with the next number.
  void set(std::string const& loops, std::string const& order, std::string const& target, std::string const& value) {
    instructions_ += fmt::format("  s{0}: [{1}] {2} = {3} order {4}, {0}\n", n_++, loops, target, value, order);
  }
  std::string number(int value) const {
    return type_ == "int32" ? fmt::to_string(value) : fmt::format("{}({})", type_, value);
  }
  std::string const& type() const { return type_; }
  std::string const& arrays() const { return arrays_; }
  std::string const& instructions() const { return instructions_; }

private:
  std::string type_, arrays_, instructions_;
  int n_ = 0;
};

std::string difference(std::string const& a, std::string const& b) {
  return fmt::format("subtract_saturated({}, {})", a, b);
}
std::string maximum(std::string const& a, std::string const& b) { return fmt::format("maximum({}, {})", a, b); }

/// Adds the instructions of the cells of one row: x is the score, e and f those of alignments that end with a gap.
void add_row(KernelText& text) {
  auto const set = [&](std::string const& target, std::string const& value) {
    text.set("g, l, c, i", "g, 1, l, 2, c, 1, i", target, value);
  };
  set("left", "h[i]");
  set("e", "gap[i]");
  for (int k = 0; k < n_columns; ++k) {
    std::string const before = k == 0 ? "left" : fmt::format("x{}", k - 1),
                      diagonal = k == 0 ? "previous" : fmt::format("up{}", k - 1), f = fmt::format("f{}", k),
                      x = fmt::format("x{}", k), m = fmt::format("m{}", k);
    std::string const score = fmt::format("scores[int32(t{}), int32(query[i])]", k);
    set("e", maximum(difference(before, "first"), difference("e", "next")));
    set(f, maximum(difference(fmt::format("up{}", k), "first"), difference(f, "next")));
    std::string const sum = fmt::format("add_saturated({}, {})", diagonal,
                                        text.type() == "int8" ? score : fmt::format("{}({})", text.type(), score));
    set(x, maximum(maximum(maximum(sum, f), "e"), text.number(0)));
    set(m, maximum(m, x));
  }
  for (int k = 0; k < n_columns; ++k) set(fmt::format("up{}", k), fmt::format("x{}", k));
  set("previous", "left");
  set("h[i]", fmt::format("x{}", n_columns - 1));
  set("gap[i]", "e");
}

std::string alignment_kernel(std::string const& type, int n_lanes) {
  KernelText text(type);
  std::string const lowest = text.number(static_cast<int>(ir::min_integer(*ir::find_type(type))));
  for (char const* name : {"left", "previous", "e", "b"}) text.array(name);
  text.set("g", "g, 0", "n_tiles", "tiles[g]");
  text.set("g", "g, 0", "first", fmt::format("{}(gap_first)", type));
  text.set("g", "g, 0", "next", fmt::format("{}(gap_next)", type));
  text.set("g, l", "g, 1, l, 0", "b", text.number(0));
  text.set("g, l, r", "g, 1, l, 1, r", "h[r]", text.number(0));
  text.set("g, l, r", "g, 1, l, 1, r", "gap[r]", lowest);
  for (int k = 0; k < n_columns; ++k) {
    for (char const* name : {"up", "f", "m", "x"}) text.array(fmt::format("{}{}", name, k));
    text.array(fmt::format("t{}", k), "int8");
    auto const set = [&](std::string const& name, std::string const& value) {
      text.set("g, l, c", "g, 1, l, 2, c, 0", fmt::format("{}{}", name, k), value);
    };
    set("t", fmt::format("letters[l, {}*c + {}, g]", n_columns, k));
    set("up", text.number(0));
    set("f", lowest);
    set("m", text.number(0));
  }
  text.set("g, l, c", "g, 1, l, 2, c, 0", "previous", text.number(0));
  add_row(text);
  for (int k = 0; k < n_columns; ++k) text.set("g, l, c", "g, 1, l, 2, c, 2", "b", maximum("b", fmt::format("m{}", k)));
  text.set("g, l", "g, 1, l, 3", "best[l, g]", "b");
  return fmt::format(R"(kernel alignments {{
  parameter int32 n
  parameter int32 n_groups
  parameter int32 max_tiles
  parameter int32 gap_first
  parameter int32 gap_next
  assume n >= 1
  loop g g.0: 0 <= g <= n_groups - 1
  loop l l.0: 0 <= l <= {1} - 1
  loop r: 0 <= r <= n - 1
  loop c: 0 <= c <= n_tiles - 1
  loop i: 0 <= i <= n - 1
  array scores int8 [letter: 32, row: 32] argument layout N0,N1
  array query int8 [n] argument
  array letters int8 [l: {1}, j: {2}*max_tiles, g: n_groups] argument layout N0,N1,N2
  array tiles int32 [g: n_groups] argument
  array best {0} [l: {1}, g: n_groups] argument layout N0,N1
  array n_tiles int32 [] registers copies g
  array first {0} [] registers copies g
  array next {0} [] registers copies g
  array h {0} [n] registers copies g, l
  array gap {0} [n] registers copies g, l
{3}{4}  priority g, l, c, i
}}
)",
                     type, n_lanes, n_columns, text.arrays(), text.instructions());
}

struct Problem {
  int n = 23, n_groups = 3, max_tiles = 5;
  int n_lanes = 64;
  std::map<std::string, std::vector<double>> arrays{};

  /// Random scores and letters. A letter has the score `same` with itself.
  explicit Problem(int lanes, int same) : n_lanes(lanes) {
    std::mt19937 random(1);
    auto const numbers = [&](std::size_t count, int lowest, int highest) {
      std::uniform_int_distribution<int> distribution(lowest, highest);
      std::vector<double> result(count);
      for (double& number : result) number = distribution(random);
      return result;
    };
    arrays["scores"] = numbers(32UL * 32, -4, 3);
    for (std::size_t letter = 0; letter < 32; ++letter) arrays["scores"][33 * letter] = same;
    arrays["query"] = numbers(static_cast<std::size_t>(n), 0, 3);
    arrays["letters"] = numbers(static_cast<std::size_t>(n_lanes * n_columns * max_tiles * n_groups), 0, 3);
    arrays["tiles"] = {5, 1, 3};
    arrays["best"].resize(static_cast<std::size_t>(n_lanes * n_groups));
  }

  steps::ParameterValues parameters() const {
    return {
        {"n", n}, {"n_groups", n_groups}, {"max_tiles", max_tiles}, {"gap_first", gap_first}, {"gap_next", gap_next}};
  }

  /// The recurrence without saturation.
  double best(std::size_t group, std::size_t lane) const {
    auto const rows = static_cast<std::size_t>(n), columns = static_cast<std::size_t>(n_columns * max_tiles);
    std::vector<int> h(rows, 0), e(rows, -1000);
    int result = 0;
    for (std::size_t j = 0; j < n_columns * static_cast<std::size_t>(arrays.at("tiles")[group]); ++j) {
      auto const letter = static_cast<std::size_t>(
          arrays.at("letters")[lane + static_cast<std::size_t>(n_lanes) * (j + columns * group)]);
      int diagonal = 0, up = 0, f = -1000;
      for (std::size_t i = 0; i < rows; ++i) {
        auto const row = static_cast<std::size_t>(arrays.at("query")[i]);
        e[i] = std::max(h[i] - gap_first, e[i] - gap_next);
        f = std::max(up - gap_first, f - gap_next);
        up = std::max({0, diagonal + static_cast<int>(arrays.at("scores")[letter + 32 * row]), e[i], f});
        diagonal = std::exchange(h[i], up);
        result = std::max(result, up);
      }
    }
    return result;
  }
};

/// Compares the scores of all lanes with the plain program. Scores saturate at the largest number of the type.
void expect_scores(std::string const& type, Problem const& problem) {
  auto const device = device::make_host_device();
  steps::LoopProgram program(loops::parse_loop_kernel(alignment_kernel(type, problem.n_lanes)), *device,
                             problem.parameters());
  for (auto const& [name, elements] : problem.arrays) program.write(name, elements);
  program.run();
  device->finish();
  std::vector<double> const scores = program.read("best");
  double const max = ir::max_integer(*ir::find_type(type));
  for (std::size_t n = 0; n < scores.size(); ++n) {
    auto const lanes = static_cast<std::size_t>(problem.n_lanes);
    EXPECT_EQ(scores[n], std::min(max, problem.best(n / lanes, n % lanes))) << "lane " << n;
  }
}

} // namespace

TEST(AlignmentKernel, HasTheScoresOfAPlainProgram) {
  expect_scores("int8", Problem(64, 5));
  expect_scores("int16", Problem(32, 5));
}

TEST(AlignmentKernel, SaturatesAtTheLargestNumber) {
  Problem const problem(64, 25);
  double const best = problem.best(0, 0);
  EXPECT_GT(best, 127); // otherwise the test would show nothing
  expect_scores("int8", problem);
}

TEST(AlignmentKernel, KeepsItsLoopInsideOneVectorLoop) {
  ir::LoopTree const tree = polyhedral::schedule(loops::parse_loop_kernel(alignment_kernel("int8", 64)));
  std::string const text = to_text(tree);
  EXPECT_EQ(text.find("for l from"), text.rfind("for l from")) << text;
}

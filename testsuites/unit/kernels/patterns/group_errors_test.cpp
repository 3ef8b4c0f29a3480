// Compares the errors of kernels for elements of groups and rows with those of the interpreter.
#include "kernels/device/host/host_device.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/support/interpreted_place.hpp"
#include "testsuites/unit/kernels/patterns/program_runs.hpp"

#include <gmock/gmock.h>

namespace chemora::patterns {
namespace {

using testing_support::InterpretedPlace;

struct GroupCase {
  std::string text; ///< G and K stand for the number of a group and of a member
  bool has_kernel = true;
};

std::string const group_inputs = "input real a[n]\ninput int k[n]\ninput int at[two]\n";
// The groups have 2, 2, 0 and 1 members, and 2, 2 and 1 members.
std::vector<std::string> const group_definitions{"let groups = groupBy(i < n by k[i] into 4: a[i])\n",
                                                 "let groups = groupBy(i < n by 10 * k[i]: a[i])\n"};

std::string const declared_b = "var b = map(x in a: x)\n";
std::vector<GroupCase> const group_cases{
    {"output s = groups[G][K]"},
    {"output s = groups[G].key"},
    {"output s = sum(groups[G])"},
    {"output s = map(x in groups[G]: x * groups[G][K])", false},
    {"output s = map(i < 2: groups[G][K] * i)"},
    {"output s = map(i < 2: groups[G][K + i])"},
    {"output s = map(i < 2: groups[G + i][K])"},
    {"output s = map(i < 2: groups[k[i]][K])"},
    {"output s = map(i < 2: groups[G].key + size(groups[G]))"},
    {"output s = map(i < 1: a[size(groups[G]) + i] + a[groups[G].key] + a[size(groups[G])] + a[size(groups[0]) + K])"},
    {"output s = map(i < 1: a[groups[mod(G, 3)].key + 3] + a[size(filter(x in a: x > K)) - i])"},
    {"output s = map(i < 2: groups.keys[G] + groups.first[G + 1])"},
    {"output s = map(i < 2: groups.members[groups.first[G] + K])"},
    {"output s = map(g in groups: if size(g) > 0 then g[K] else 0)"},
    {"output s = map(g in groups: if size(g) > G then sum(i < 2: g[K + i]) else 0)"},
    {"output s = max(g in groups: sum(i in 0 .. G: if size(g) == 0 then 0 else if i < size(g) then g[i] else g[K + "
     "1]))"},
    {"output s = map(g in groups: if g.key == 0 then sum(filter(x in g: x > g[K])) else 0)"},
    {"output s = map(i < 2: let g = groups[G]; sum(g) + g[K])"},
    {"output s = map(i < 2: let g = groups[k[i] + G]; a[i])"},
    {"output s = map(i < 2: let g = groups[G]; let h = groups[mod(G + 1, 3)]; g[K] + h[size(h) - 1])"},
    {"output s = map(i < 2: let g = groupBy(j < n by k[j] * (1 - i) into 4: a[j]); g[G][K])"},
    {"output s = map(i < 2: let g = groupBy(j < n by k[j] + i into 4: a[j]); let h = g[G]; sum(h) + h[0])"},
    {"let h = groups[G]\noutput s = sum(i < 2: h[K + i])", false},
    {"output s = zipWith(i < 2, j < 2: groups[G][K + j])", false},
    {"output s = iterate(x from 0.0, i < 2: x + groups[G][K + i])", false},
    {"output s = reduce(i < 2: groups[G][K + i] with (l, r: min(l, r)) from 9.0)"},
    {declared_b + "foreach (i < 2) { b[i] = groups[G][K + i] }\noutput s = b"},
    {declared_b + "foreach (i < 2) { b[size(groups[G])] = groups[G][K] }\noutput s = b"},
    {declared_b + "foreach (x in groups[G]) { b[int(x)] = groups[G][K] }\noutput s = b"},
    {declared_b + "foreach (g in groups) { if size(g) > 1 { b[mod(g.key, 9)] = g[K] + groups[G][0] } }\noutput s = b"},
};

Inputs group_numbers(long group, long member) {
  return {.arrays = {{"a", {{5}, {1, 2, 3, 4, 5}}},
                     {"k", {{5}, {0, 0, 1, 1, 3}}},
                     {"at", {{2}, {static_cast<double>(group), static_cast<double>(member)}}}}};
}

Inputs row_numbers(long row, long member) {
  return {.arrays = {{"graph.first", {{4}, {0, 2, 2, 3}}},
                     {"graph.column", {{3}, {0, 1, 1}}},
                     {"graph.value", {{3}, {1, 2, 3}}},
                     {"at", {{2}, {static_cast<double>(row), static_cast<double>(member)}}}}};
}

struct RunResult {
  std::string error{};
  std::vector<std::pair<std::string, ArrayValue>> columns{};

  bool operator==(RunResult const&) const = default;
};

RunResult result_of(std::function<std::vector<Output>()> const& run) {
  RunResult result;
  result.error = testing_support::error_of([&] { result.columns = run().at(0).columns; });
  return result;
}

/// Whether the program reports an error. Tests that kernels have the result of the interpreter.
bool reports_error(ProgramRunner& runner, Program const& program, Inputs const& inputs) {
  RunResult const expected = result_of([&] { return interpret(program, inputs); });
  RunResult const found = result_of([&] { return runner.run(inputs); });
  EXPECT_EQ(found.error, expected.error) << to_text(program);
  EXPECT_EQ(found.columns, expected.columns) << to_text(program);
  return expected.error != "no error";
}

Program group_program(std::string const& definition, std::string text, std::string const& group,
                      std::string const& member) {
  for (auto const& [name, value] : {std::pair{'G', group}, {'K', member}})
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name)) text.replace(at, 1, value);
  return read_program({"t.pat", group_inputs + definition + text});
}

void expect_kernels_of(ProgramRunner const& runner, GroupCase const& each) {
  auto const has_kernel = [](RunReport::Value const& value) { return value.reason.empty(); };
  EXPECT_EQ(std::ranges::all_of(runner.report().values, has_kernel), each.has_kernel) << each.text << runner.notes();
}

TEST(GroupErrors, OfSubscriptsThatFollowFromData) {
  for (bool const is_device : {false, true})
    for (GroupCase const& each : group_cases) {
      InterpretedPlace place(is_device);
      Program const program = group_program(group_definitions[is_device ? 1 : 0], each.text, "at[0]", "at[1]");
      ProgramRunner runner(program, place);
      int n_errors = 0, n_runs = 0;
      for (long group = -1; group <= 4; ++group)
        for (long member = -1; member <= 2; ++member, ++n_runs)
          n_errors += reports_error(runner, program, group_numbers(group, member)) ? 1 : 0;
      EXPECT_GT(n_errors, 0) << each.text;
      EXPECT_LT(n_errors, n_runs) << each.text;
      expect_kernels_of(runner, each);
    }
}

TEST(GroupErrors, OfSubscriptsThatFollowFromParameters) {
  // The element is a member of the next group, the group does not exist, and elements exist.
  for (GroupCase const& each : group_cases) {
    int n_errors = 0;
    for (auto const& [group, member] : {std::pair{0, 2}, {4, 0}, {0, 0}, {1, 0}}) {
      InterpretedPlace place(false);
      std::string const parameters = "parameter int group = " + std::to_string(group) +
                                     "\nparameter int member = " + std::to_string(member) + "\n";
      Program const program = group_program(parameters + group_definitions[0], each.text, "group", "member");
      ProgramRunner runner(program, place);
      n_errors += reports_error(runner, program, group_numbers(0, 0)) ? 1 : 0;
    }
    EXPECT_GT(n_errors, 0) << each.text;
    EXPECT_LT(n_errors, 4) << each.text;
  }
}

TEST(GroupErrors, NameTheGroup) {
  InterpretedPlace place(false);
  auto const error_of = [&](std::string const& text) {
    Program const program = group_program(group_definitions[0], text, "", "");
    ProgramRunner runner(program, place);
    return testing_support::findings_of([&] { runner.run(group_numbers(0, 0)); });
  };
  EXPECT_EQ(error_of("output s = map(i < 2: groups[0][i + 1])"),
            "5:35: The subscript 2 of `groups[0]` is outside; allowed are 0 to 1.");
  EXPECT_EQ(error_of("output s = map(i < 2: groups[i + 3][0])"),
            "5:32: The subscript 4 of `groups` is outside; allowed are 0 to 3.");
  EXPECT_EQ(error_of("output s = map(g in groups: g[0])"),
            "5:31: The subscript 0 of `g` is outside; there are no elements.");
  EXPECT_EQ(error_of("output s = map(i < 2: let h = groups[1]; h[i - 1])"),
            "5:46: The subscript -1 of `h` is outside; allowed are 0 to 1.");
}

TEST(GroupErrors, OfRowsOfSparseMatrices) {
  std::string const declared = "input csr real graph[n, n]\ninput int at[two]\n";
  for (char const* const text : {
           "output s = sum(k in row(graph, at[0]): graph.value[k])",
           "output s = map(i < 2: sum(k in row(graph, at[0] + i): graph.value[k + at[1]]))",
           "output s = map(i < n: graph.value[graph.first[i] + at[0] + at[1]])",
           "output s = map(i < n: sum(filter(k in row(graph, i): graph.value[k + at[0]] > at[1])))",
       }) {
    InterpretedPlace place(false);
    Program const program = read_program({"t.pat", declared + text});
    ProgramRunner runner(program, place);
    int n_errors = 0, n_runs = 0;
    for (int row = -1; row <= 3; ++row)
      for (int member = -1; member <= 1; ++member, ++n_runs)
        n_errors += reports_error(runner, program, row_numbers(row, member)) ? 1 : 0;
    EXPECT_GT(n_errors, 0) << text;
    EXPECT_LT(n_errors, n_runs) << text;
  }
}

TEST(GroupErrors, OfCompiledKernels) {
  auto const host = device::make_host_device();
  auto const place = make_kernel_place(*host);
  std::string const text = "output s = map(g in groups: if g.key == 0 then g[K] else 0)\n"
                           "output t = map(i < 2: let g = groups[G]; sum(g) + g[K + i])";
  Program const program = group_program(group_definitions[0], text, "at[0]", "at[1]");
  ProgramRunner runner(program, *place);
  int n_errors = 0;
  for (auto const& [group, member] : {std::pair{0, 0}, {0, 1}, {1, 2}, {-1, 0}, {4, 0}, {2, 0}})
    n_errors += reports_error(runner, program, group_numbers(group, member)) ? 1 : 0;
  EXPECT_EQ(n_errors, 5);
}

} // namespace
} // namespace chemora::patterns

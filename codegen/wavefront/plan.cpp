#include "codegen/wavefront/plan.hpp"

#include "codegen/ir/text_form.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <set>

namespace chemora::wavefront {

namespace {

using ir::LineReader;

// Kernels of more lanes or columns are larger than caches of instructions, and take minutes to compile.
constexpr int max_lanes = 1024, max_columns = 32, max_threads = 1024, max_strip_rows = 1 << 20;
// A wavefront with a larger coefficient has so many times without elements that a run does not end.
constexpr long max_coefficient = 1000;

long take_number(LineReader& line) {
  std::string const text = line.take("a number").text;
  if (std::optional<int> const number = ir::to_integer(text)) return *number;
  LineReader::fail(line.where(), fmt::format("`{}` is not a number.", text));
}

long take_coefficient(LineReader& line) {
  base::SourcePosition const where = line.where();
  long const coefficient = take_number(line);
  if (std::labs(coefficient) > max_coefficient)
    LineReader::fail(where, fmt::format("The coefficient of the schedule is {}; allowed are -{} to {}.", coefficient,
                                        max_coefficient, max_coefficient));
  return coefficient;
}

int take_count(LineReader& line, std::string const& what, int max) {
  base::SourcePosition const where = line.where();
  int const count = line.take_integer(1);
  if (count > max)
    LineReader::fail(where, fmt::format("The number of {} is {}; allowed are 1 to {}.", what, count, max));
  return count;
}

/// Reads `d 1 1 + 0 e 1 1 + 1 partitions 301`.
Schedule take_schedule(LineReader& line, std::vector<std::string> const* functions) {
  Schedule schedule;
  while (!line.at_end() && !line.is_next("partitions")) {
    base::SourcePosition const where = line.where();
    auto const [time, is_new] = schedule.times.emplace(line.take_name(), AffineTime{});
    if (functions && !base::contains(*functions, time->first))
      LineReader::fail(where,
                       fmt::format("The program has no function `{}`.{} Its schedule may name {}.", time->first,
                                   base::did_you_mean(time->first, *functions), base::list_in_words(*functions, "or")));
    if (!is_new) LineReader::fail(where, fmt::format("The function `{}` has two times.", time->first));
    while (!line.is_next("+")) time->second.coefficients.push_back(take_coefficient(line));
    line.expect("+");
    time->second.offset = take_number(line);
  }
  line.expect("partitions");
  schedule.n_partitions = take_number(line);
  return schedule;
}

/// Reads `tile 1024` or `private 16`.
void take_window(LineReader& line, Plan& plan) {
  using Memory = std::pair<std::string, ir::Scope>;
  bool const is_within = plan.kind == PlanKind::within;
  Memory const memory = is_within ? Memory{"tile", ir::Scope::tile} : Memory{"private", ir::Scope::registers};
  plan.window = line.take_one_of<ir::Scope>("memory of windows", {memory});
  plan.window_rows = take_count(line, "rows of a window", max_window_rows);
}

Plan take_plan(LineReader& line, std::vector<std::string> const* functions) {
  Plan plan;
  plan.kind = line.take_one_of<PlanKind>("kind of plan", {{"across", PlanKind::across}, {"within", PlanKind::within}});
  plan.integers = line.take_one_of<ir::Type>(
      "type of integers",
      {{"int8", ir::Type::int8}, {"int16", ir::Type::int16}, {"int32", ir::Type::int32}, {"real64", ir::Type::real64}});
  enum class Word { lanes, columns, strips, window, threads, tables, schedule };
  bool const is_within = plan.kind == PlanKind::within;
  std::set<Word> found;
  while (!line.at_end()) {
    base::SourcePosition const where = line.where();
    std::vector<std::pair<std::string, Word>> words{
        {"lanes", Word::lanes}, {"window", Word::window}, {"threads", Word::threads}, {"tables", Word::tables}};
    if (is_within)
      words.insert(words.end(), {{"strips", Word::strips}, {"schedule", Word::schedule}});
    else
      words.emplace_back("columns", Word::columns);
    Word const word = line.take_one_of<Word>("property of the plan", words);
    if (!found.insert(word).second) LineReader::fail(where, "This property of the plan occurs twice.");
    switch (word) {
    case Word::lanes:
      plan.lanes = take_count(line, "lanes", max_lanes);
      break;
    case Word::columns:
      plan.columns = take_count(line, "columns", max_columns);
      break;
    case Word::strips:
      plan.strip_rows = take_count(line, "rows of a strip", max_strip_rows);
      break;
    case Word::window:
      take_window(line, plan);
      break;
    case Word::threads:
      plan.threads = take_count(line, "threads", max_threads);
      break;
    case Word::tables:
      plan.keeps_tables = true;
      break;
    case Word::schedule:
      plan.schedule = take_schedule(line, functions);
      break;
    }
  }
  if (is_within && plan.schedule.times.empty()) line.fail("A plan within problems needs a `schedule`.");
  return plan;
}

} // namespace

std::string to_text(Plan const& plan) {
  bool const is_within = plan.kind == PlanKind::within;
  std::string text =
      fmt::format("{} {} lanes {}", is_within ? "within" : "across", ir::to_text(plan.integers), plan.lanes);
  if (!is_within) text += fmt::format(" columns {}", plan.columns);
  if (plan.strip_rows > 0) text += fmt::format(" strips {}", plan.strip_rows);
  if (plan.window != ir::Scope::grid)
    text += fmt::format(" window {} {}", plan.window == ir::Scope::tile ? "tile" : "private", plan.window_rows);
  text += fmt::format(" threads {}", plan.threads);
  if (plan.keeps_tables) text += " tables";
  if (!is_within) return text;
  text += " schedule";
  for (auto const& [function, time] : plan.schedule.times) {
    std::string const coefficients = fmt::format("{}", fmt::join(time.coefficients, " "));
    text += fmt::format(" {}{}{} + {}", function, coefficients.empty() ? "" : " ", coefficients, time.offset);
  }
  return text + fmt::format(" partitions {}", plan.schedule.n_partitions);
}

Plan parse_plan(base::SourceText const& text, std::vector<std::string> const* functions) {
  std::vector<ir::TokenLine> const lines = ir::tokenize(text);
  if (lines.size() != 1)
    throw base::UserError({text.name, 0, 0},
                          fmt::format("A plan is one line such as `across int8 lanes 64 columns 4 threads 2`; found {} "
                                      "lines.",
                                      lines.size()));
  LineReader line(lines.front());
  return take_plan(line, functions);
}

} // namespace chemora::wavefront

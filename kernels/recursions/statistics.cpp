#include "kernels/recursions/solver.hpp"

#include "framework/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace chemora::recursions {

void Statistics::count(std::string const& plan, std::size_t n) {
  auto const found = std::ranges::find(n_problems, plan, &std::pair<std::string, std::size_t>::first);
  if (found == n_problems.end())
    n_problems.emplace_back(plan, n);
  else
    found->second += n;
}

std::vector<std::string> Statistics::plans() const {
  std::vector<std::string> texts;
  for (auto const& [plan, n] : n_problems) texts.push_back(plan + ": " + base::counted(n, "problem"));
  return texts;
}

void Statistics::add(Statistics const& other) {
  cells += other.cells;
  seconds += other.seconds;
  compile_seconds += other.compile_seconds;
  n_repeated += other.n_repeated;
  for (auto const& [plan, n] : other.n_problems) count(plan, n);
}

void Statistics::add_concurrent(Statistics const& other) {
  double const longest = std::max(seconds, other.seconds);
  double const longest_compilation = std::max(compile_seconds, other.compile_seconds);
  add(other);
  seconds = longest;
  compile_seconds = longest_compilation;
}

std::string to_text(Statistics const& statistics) {
  std::string text = fmt::format("{} {} {} {}\n", statistics.cells, statistics.seconds, statistics.compile_seconds,
                                 statistics.n_repeated);
  for (auto const& [plan, n] : statistics.n_problems) text += fmt::format("{} {}\n", n, plan);
  return text;
}

Statistics parse_statistics(std::string const& text) {
  std::istringstream stream(text);
  Statistics result;
  stream >> result.cells >> result.seconds >> result.compile_seconds >> result.n_repeated;
  std::string plan;
  for (std::size_t n = 0; stream >> n && std::getline(stream >> std::ws, plan);) result.count(plan, n);
  return result;
}

} // namespace chemora::recursions

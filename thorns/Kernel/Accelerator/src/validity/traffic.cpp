#include "traffic.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <sstream>
#include <utility>
#include <vector>

namespace accelerator {

namespace {

using Row = std::array<std::string, 6>;

std::string in_words(Amount const& amount, Side to) {
  return std::to_string(amount.n) + (amount.n == 1 ? " copy to the " : " copies to the ") + name_of(to) + " (" +
         std::to_string(amount.bytes) + " bytes)";
}

std::vector<Row> rows(Traffic const& traffic) {
  std::vector<std::pair<Route, Amount>> sorted(traffic.routes().begin(), traffic.routes().end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](auto const& a, auto const& b) { return a.second.bytes > b.second.bytes; });
  std::vector<Row> table{{"bytes", "copies", "to", "variable", "part", "reader"}};
  for (auto const& [route, amount] : sorted)
    table.push_back({std::to_string(amount.bytes), std::to_string(amount.n), name_of(route.to), route.variable,
                     route.parts, route.reader});
  return table;
}

std::string aligned(std::vector<Row> const& table) {
  constexpr std::size_t n_numbers = 2; // right-aligned columns
  std::array<std::size_t, std::tuple_size_v<Row>> widths{};
  for (auto const& row : table)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (auto const& row : table) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::string const blanks(widths[i] - row[i].size(), ' ');
      line += "  " + (i < n_numbers ? blanks + row[i] : row[i] + blanks);
    }
    text += "\n" + line.substr(0, line.find_last_not_of(' ') + 1);
  }
  return text;
}

} // namespace

void Traffic::add(Route const& route, Amount const& amount) {
  Amount& sum = routes_[route];
  sum.n += amount.n;
  sum.bytes += amount.bytes;
}

Amount Traffic::total(Side to) const {
  Amount sum;
  for (auto const& [route, amount] : routes_) {
    if (route.to != to) continue;
    sum.n += amount.n;
    sum.bytes += amount.bytes;
  }
  return sum;
}

std::string serialise(Traffic const& traffic) {
  std::string text;
  for (auto const& [route, amount] : traffic.routes())
    text += std::to_string(amount.n) + " " + std::to_string(amount.bytes) + " " + name_of(route.to) + "\n" +
            route.variable + "\n" + route.parts + "\n" + route.reader + "\n";
  return text;
}

Traffic sum_of(std::vector<std::string> const& serialised) {
  Traffic sum;
  for (auto const& text : serialised) {
    std::istringstream lines(text);
    Amount amount;
    std::string to;
    while (lines >> amount.n >> amount.bytes >> to) {
      lines.ignore(1); // the newline
      Route route;
      route.to = to == name_of(Side::device) ? Side::device : Side::host;
      std::getline(lines, route.variable);
      std::getline(lines, route.parts);
      std::getline(lines, route.reader);
      sum.add(route, amount);
    }
  }
  return sum;
}

std::string to_text(Traffic const& traffic) {
  std::string const sums =
      in_words(traffic.total(Side::device), Side::device) + ", " + in_words(traffic.total(Side::host), Side::host);
  return traffic.routes().empty() ? sums : sums + aligned(rows(traffic));
}

} // namespace accelerator

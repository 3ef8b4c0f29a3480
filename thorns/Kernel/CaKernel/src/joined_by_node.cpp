// Sends measurements as text.
#include "joined_by_node.hpp"

#include <fmt/format.h>

#include <sstream>
#include <unistd.h>

namespace ca_kernel {

namespace machine = chemora::machine;

std::string name_of_node() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

std::map<std::string, machine::BestOfRounds> joined_by_node(MpiExchange& exchange, machine::BestOfRounds const& mine) {
  std::map<std::string, machine::BestOfRounds> nodes;
  for (auto const& text : exchange.all_gather(
           fmt::format("{}\n{} {} {} {}", name_of_node(), mine.rate, mine.spread, mine.busy, mine.own))) {
    std::istringstream lines(text);
    std::string node;
    std::getline(lines, node);
    machine::BestOfRounds best;
    lines >> best.rate >> best.spread >> best.busy >> best.own;
    auto& joined = nodes[node];
    joined = machine::joined_on_one_node(joined, best);
  }
  return nodes;
}

} // namespace ca_kernel

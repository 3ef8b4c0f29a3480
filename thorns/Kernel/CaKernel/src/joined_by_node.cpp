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

std::vector<machine::Measured> measured_by_all(MpiExchange& exchange, std::string const& device,
                                               machine::BestOfRounds const& mine) {
  std::vector<machine::Measured> all;
  for (auto const& text : exchange.all_gather(
           fmt::format("{}\n{}\n{} {} {} {}", name_of_node(), device, mine.rate, mine.spread, mine.busy, mine.own))) {
    std::istringstream lines(text);
    machine::Measured of_process;
    std::getline(lines, of_process.node);
    std::getline(lines, of_process.device);
    auto& best = of_process.best;
    lines >> best.rate >> best.spread >> best.busy >> best.own;
    all.push_back(of_process);
  }
  return all;
}

std::map<std::string, machine::BestOfRounds> joined_by_node(MpiExchange& exchange, machine::BestOfRounds const& mine) {
  std::map<std::string, machine::BestOfRounds> nodes;
  for (auto const& [node, device, best] : measured_by_all(exchange, "", mine))
    nodes[node] = machine::joined_on_one_node(nodes[node], best);
  return nodes;
}

} // namespace ca_kernel

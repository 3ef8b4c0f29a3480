#include "kernels/machine/joined_by_device.hpp"

namespace chemora::machine {

std::map<std::string, BestOfRounds> joined_by_device(std::vector<Measured> const& results) {
  std::map<std::string, BestOfRounds> nodes;
  std::map<std::string, std::map<std::string, BestOfRounds>> parts; // device, node
  for (auto const& [node, device, best] : results) {
    nodes[node] = joined_on_one_node(nodes[node], best);
    parts[device][node] = joined_on_one_node(parts[device][node], best);
  }
  std::map<std::string, BestOfRounds> devices;
  for (auto& [device, on_nodes] : parts)
    for (auto& [node, part] : on_nodes) {
      part.busy = nodes.at(node).busy;
      part.own = nodes.at(node).own;
      devices[device] = joined_on_two_nodes(devices[device], part);
    }
  return devices;
}

} // namespace chemora::machine

// Keeps graphs by thorn and name.
#include "registry.hpp"

#include "codegen/plan/legality.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/nearest_name.hpp"

#include <algorithm>
#include <strings.h>

namespace ca_kernel {

namespace ir = chemora::ir;
namespace base = chemora::base;

bool are_same(std::string const& a, std::string const& b) { return strcasecmp(a.c_str(), b.c_str()) == 0; }

void Registry::add(std::string const& thorn, std::string const& graph_text) {
  ir::Graph graph = ir::parse_graph(graph_text, thorn + " (kernel)");
  ir::verify(graph, "registration");
  chemora::plan::check_order_of_points(graph);
  auto const found = std::find_if(kernels_.begin(), kernels_.end(), [&](Kernel const& k) {
    return are_same(k.thorn, thorn) && are_same(k.name, graph.name);
  });
  if (found == kernels_.end()) {
    kernels_.push_back({thorn, graph.name, {std::move(graph)}});
    return;
  }
  for (auto const& variant : found->variants)
    if (variant.guards == graph.guards)
      throw base::UserError("Kernel " + found->full_name() + " was registered twice with the same guards.");
  found->variants.push_back(std::move(graph));
}

Kernel const& Registry::find(std::string const& thorn, std::string const& name) const {
  std::vector<std::string> names;
  for (auto const& kernel : kernels_) {
    if (!are_same(kernel.thorn, thorn)) continue;
    if (are_same(kernel.name, name)) return kernel;
    names.push_back(kernel.name);
  }
  throw base::UserError("Thorn " + thorn + " has no kernel " + name + "." + base::did_you_mean(name, names));
}

} // namespace ca_kernel

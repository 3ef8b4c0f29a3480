// Keeps graphs by thorn and name.
#include "registry.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/nearest_name.hpp"

#include <algorithm>
#include <strings.h>

namespace ca_kernel {

namespace ir = chemora::ir;
namespace base = chemora::base;

namespace {

bool is_same(std::string const& a, std::string const& b) { return strcasecmp(a.c_str(), b.c_str()) == 0; }

void check_order_does_not_matter(std::string const& thorn, ir::Graph const& graph) {
  for (auto const& [variable, reach] : ir::stencils(graph)) {
    bool const is_stored = std::find(graph.outputs.begin(), graph.outputs.end(), variable) != graph.outputs.end();
    if (is_stored && reach != ir::Reach{})
      throw base::UserError("Kernel " + thorn + "::" + graph.name + " stores " + variable +
                            " and reads it at other points: "
                            "the result would depend on the order of points. Store into another variable.");
  }
}

} // namespace

void Registry::add(std::string const& thorn, std::string const& graph_text) {
  ir::Graph graph = ir::parse_graph(graph_text, thorn + " (kernel)");
  ir::verify(graph, "registration");
  check_order_does_not_matter(thorn, graph);
  auto const found = std::find_if(kernels_.begin(), kernels_.end(), [&](Kernel const& k) {
    return is_same(k.thorn, thorn) && is_same(k.name, graph.name);
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
    if (!is_same(kernel.thorn, thorn)) continue;
    if (is_same(kernel.name, name)) return kernel;
    names.push_back(kernel.name);
  }
  throw base::UserError("Thorn " + thorn + " has no kernel " + name + "." + base::did_you_mean(name, names));
}

} // namespace ca_kernel

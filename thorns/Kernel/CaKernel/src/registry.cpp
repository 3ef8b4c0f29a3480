// Keeps graphs by thorn and name.
#include "registry.hpp"

#include "codegen/plan/legality.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/nearest_name.hpp"
#include "timed.hpp"
#include "told_as_parameter.hpp"

#include <algorithm>
#include <strings.h>
#include <utility>

namespace ca_kernel {

namespace ir = chemora::ir;
namespace base = chemora::base;

bool are_same(std::string const& a, std::string const& b) { return strcasecmp(a.c_str(), b.c_str()) == 0; }

Variant::Variant(std::string const& thorn, std::string text)
    : source_name_(thorn + " (kernel)"), text_(std::move(text)) {
  head_ = timed(seconds_, [&] { return ir::read_graph_head(text_, source_name_); });
  if (head_.guards.empty() || !ir::is_intact(text_)) graph();
}

ir::Graph const& Variant::graph() const {
  if (!graph_)
    graph_ = timed(seconds_, [&] {
      auto graph = std::make_unique<ir::Graph>(ir::parse_graph(text_, source_name_));
      chemora::plan::check_order_of_points(*graph);
      return graph;
    });
  return *graph_;
}

void Registry::add(std::string const& thorn, std::string const& graph_text) {
  try {
    add_variant(thorn, Variant(thorn, graph_text));
  } catch (base::UserError const& error) {
    problems_.push_back(told_as_parameter(error));
  }
}

void Registry::add_variant(std::string const& thorn, Variant variant) {
  auto const found = std::find_if(kernels_.begin(), kernels_.end(), [&](Kernel const& k) {
    return are_same(k.thorn, thorn) && are_same(k.name, variant.name());
  });
  if (found == kernels_.end()) {
    Kernel& kernel = kernels_.emplace_back(Kernel{{thorn, variant.name()}});
    kernel.variants.push_back(std::move(variant));
    return;
  }
  for (auto const& known : found->variants)
    if (known.guards() == variant.guards())
      throw base::UserError("Kernel " + found->full_name() + " was registered twice with the same guards.");
  found->variants.push_back(std::move(variant));
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

double Registry::seconds_of_reading() const {
  double seconds = 0;
  for (auto const& kernel : kernels_)
    for (auto const& variant : kernel.variants) seconds += variant.seconds_of_reading();
  return seconds;
}

} // namespace ca_kernel

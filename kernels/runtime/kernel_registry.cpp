#include "kernels/runtime/kernel_registry.hpp"

#include "codegen/plan/plan.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <string_view>
#include <strings.h>
#include <utility>

namespace chemora::runtime {

bool are_equal_names(std::string const& a, std::string const& b) { return strcasecmp(a.c_str(), b.c_str()) == 0; }

std::string warning_text(base::UserError const& error) {
  std::string_view const word = "error: ";
  std::string lines;
  for (auto const& diagnostic : error.diagnostics()) {
    std::string text = to_text(diagnostic);
    std::string const position = to_text(diagnostic.where);
    std::size_t const start = position.empty() ? 0 : position.size() + std::string_view(": ").size();
    if (text.compare(start, word.size(), word) == 0) text.erase(start, word.size());
    lines += (lines.empty() ? "" : "\n") + text;
  }
  return lines;
}

KernelVariant::KernelVariant(std::string const& thorn, std::string text)
    : source_name_(thorn + " (kernel)"), text_(std::move(text)) {
  head_ = timed(seconds_, [&] { return ir::read_graph_head(text_, source_name_); });
  if (head_.guards.empty() || !ir::is_intact(text_)) graph();
}

ir::Graph const& KernelVariant::graph() const {
  if (!graph_)
    graph_ = timed(seconds_, [&] {
      auto graph = std::make_unique<ir::Graph>(ir::parse_graph(text_, source_name_));
      plan::check_order_of_points(*graph);
      return graph;
    });
  return *graph_;
}

int keyword_index(std::string const& thorn, ir::Parameter const& parameter, std::string const& text) {
  for (std::size_t i = 0; i < parameter.keywords.size(); ++i)
    if (are_equal_names(text, parameter.keywords[i])) return static_cast<int>(i);
  throw base::UserError("Parameter " + thorn + "::" + parameter.name + " is \"" + text +
                        "\", but its kernels were generated for: " + base::join(parameter.keywords) + ".");
}

std::size_t choose_variant(RegisteredKernel const& kernel,
                           std::function<std::string(std::string const& parameter)> const& value_of) {
  std::vector<std::size_t> applicable;
  for (std::size_t i = 0; i < kernel.variants.size(); ++i) {
    auto const& guards = kernel.variants[i].guards();
    if (std::all_of(guards.begin(), guards.end(),
                    [&](ir::Guard const& guard) { return are_equal_names(value_of(guard.name), guard.value); }))
      applicable.push_back(i);
  }
  if (applicable.size() == 1) return applicable.front();
  std::string guards;
  for (auto const& variant : kernel.variants)
    for (auto const& guard : variant.guards()) guards += " " + guard.name + "=" + guard.value;
  throw base::UserError("Kernel " + kernel.full_name() + " has " + std::to_string(applicable.size()) +
                        " variants for the parameters of this run; one is needed. Its variants are for:" + guards +
                        ".");
}

void KernelRegistry::add(std::string const& thorn, std::string const& graph_text) {
  try {
    add_variant(thorn, KernelVariant(thorn, graph_text));
  } catch (base::UserError const& error) {
    errors_.push_back(warning_text(error));
  }
}

void KernelRegistry::add_variant(std::string const& thorn, KernelVariant variant) {
  auto const kernel = std::find_if(kernels_.begin(), kernels_.end(), [&](RegisteredKernel const& k) {
    return are_equal_names(k.thorn, thorn) && are_equal_names(k.name, variant.name());
  });
  if (kernel == kernels_.end()) {
    kernels_.push_back({{thorn, variant.name()}});
    kernels_.back().variants.push_back(std::move(variant));
    return;
  }
  for (auto const& registered : kernel->variants)
    if (registered.guards() == variant.guards())
      throw base::UserError("Kernel " + kernel->full_name() + " was registered twice with the same guards.");
  kernel->variants.push_back(std::move(variant));
}

RegisteredKernel const& KernelRegistry::find(std::string const& thorn, std::string const& name) const {
  std::vector<std::string> names_of_thorn;
  for (auto const& kernel : kernels_) {
    if (!are_equal_names(kernel.thorn, thorn)) continue;
    if (are_equal_names(kernel.name, name)) return kernel;
    names_of_thorn.push_back(kernel.name);
  }
  throw base::UserError("Thorn " + thorn + " has no kernel " + name + "." + base::did_you_mean(name, names_of_thorn));
}

double KernelRegistry::seconds_of_reading() const {
  double seconds = 0;
  for (auto const& kernel : kernels_)
    for (auto const& variant : kernel.variants) seconds += variant.seconds_of_reading();
  return seconds;
}

} // namespace chemora::runtime

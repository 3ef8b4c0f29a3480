// Text form, defaults and legality of plans.
#include "codegen/plan/plan.hpp"

#include "codegen/ir/token_lines.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::plan {

namespace {

constexpr int most_lanes = 64;  ///< more than any vector unit has
constexpr int default_rows = 8; ///< of a tile in y and z: enough to share neighbouring rows in a first-level cache

class PlanParser {
public:
  PlanParser(base::SourceText const& source, Plan const& defaults)
      : source_(source), diagnostics_(&source), plan_(defaults) {}

  Plan parse() {
    for (ir::TokenLine const& line : ir::tokenize(source_)) parse_line(line);
    diagnostics_.throw_if_errors();
    return plan_;
  }

private:
  void parse_line(ir::TokenLine const& line) {
    std::string const& word = line[0].text;
    if (word == "plan")
      parse_head(line);
    else if (word == "tile")
      parse_tile(line);
    else if (word == "vector")
      parse_vector(line);
    else if (word == "threads")
      parse_threads(line);
    else
      error(line[0], fmt::format("`{}` begins no line of a plan; allowed are plan, tile, vector and threads.{}", word,
                                 base::did_you_mean(word, {"plan", "tile", "vector", "threads"})));
  }

  void error(ir::Token const& token, std::string const& message) { diagnostics_.error(token.where, message); }

  bool has_form(ir::TokenLine const& line, std::size_t n_tokens, std::string const& form) {
    if (line.size() == n_tokens) return true;
    error(line[std::min(line.size() - 1, n_tokens)], fmt::format("This line is not of the form `{}`.", form));
    return false;
  }

  void parse_head(ir::TokenLine const& line) {
    if (!has_form(line, 4, "plan KERNEL on DEVICE")) return;
    if (line[2].text != "on") error(line[2], fmt::format("`{}` is found where `on` is expected.", line[2].text));
    plan_.kernel = line[1].text;
    plan_.device = line[3].text;
  }

  void parse_tile(ir::TokenLine const& line) {
    if (!has_form(line, 4, "tile X Y Z")) return;
    for (std::size_t axis = 0; axis < 3; ++axis) plan_.tile[axis] = take_positive(line[axis + 1]);
  }

  void parse_vector(ir::TokenLine const& line) {
    if (!has_form(line, 3, "vector x LANES")) return;
    if (line[1].text != "x") error(line[1], fmt::format("Vectors run along x, not along `{}`.", line[1].text));
    plan_.vector_width = take_positive(line[2]);
  }

  void parse_threads(ir::TokenLine const& line) {
    if (!has_form(line, 2, "threads tiles")) return;
    plan_.threads_over_tiles = line[1].text == "tiles";
    if (line[1].text != "tiles" && line[1].text != "none")
      error(line[1], fmt::format("`{}` cannot be spread over threads; allowed are tiles and none.", line[1].text));
  }

  int take_positive(ir::Token const& token) {
    auto const number = ir::to_integer(token.text);
    if (number && *number >= 1) return *number;
    error(token, fmt::format("`{}` is found where a whole number of at least 1 is expected.", token.text));
    return 1;
  }

  base::SourceText const& source_;
  base::Diagnostics diagnostics_;
  Plan plan_;
};

} // namespace

std::string to_text(Plan const& plan) {
  return fmt::format("plan {} on {}\n  tile {} {} {}\n  vector x {}\n  threads {}\n", plan.kernel, plan.device,
                     plan.tile[0], plan.tile[1], plan.tile[2], plan.vector_width,
                     plan.threads_over_tiles ? "tiles" : "none");
}

Plan parse_plan(std::string const& text, Plan const& defaults, std::string const& source_name) {
  base::SourceText const source{source_name, text};
  return PlanParser(source, defaults).parse();
}

Plan default_plan(ir::Graph const& graph, base::Index3 const& extent, int vector_width) {
  Plan plan;
  plan.kernel = graph.name;
  plan.tile[0] = std::max(1, extent[0]);
  for (std::size_t axis = 1; axis < 3; ++axis) plan.tile[axis] = std::clamp(extent[axis], 1, default_rows);
  plan.vector_width = std::clamp(vector_width, 1, most_lanes);
  return plan;
}

void check_order_of_points(ir::Graph const& graph) {
  base::Diagnostics diagnostics;
  auto const reaches = ir::stencils(graph);
  for (std::string const& output : graph.outputs)
    if (reaches.contains(output) && reaches.at(output) != ir::Reach{})
      diagnostics.error({},
                        fmt::format("Kernel `{}`: `{}` is written at a point and read at its neighbours by the same "
                                    "calculation, so the result would depend on the order of points. Write the "
                                    "result to another variable.",
                                    graph.name, output));
  diagnostics.throw_if_errors();
}

void check_values(Plan const& plan) {
  base::Diagnostics diagnostics;
  auto const find = [&](std::string const& what) {
    diagnostics.error({}, fmt::format("Plan for kernel `{}`: {}", plan.kernel, what));
  };
  if (plan.device != "host") find(fmt::format("`{}` is no known device; allowed is host.", plan.device));
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (plan.tile[axis] < 1)
      find(fmt::format("a tile has {} points along {}; it must have at least 1.", plan.tile[axis], "xyz"[axis]));
  bool const is_power_of_two = plan.vector_width > 0 && (plan.vector_width & (plan.vector_width - 1)) == 0;
  if (!is_power_of_two || plan.vector_width > most_lanes)
    find(fmt::format("vectors have {} lanes; allowed are powers of two up to {}.", plan.vector_width, most_lanes));
  diagnostics.throw_if_errors();
}

void check_legality(ir::Graph const& graph, Plan const& plan) {
  std::vector<base::Diagnostic> findings;
  auto const collect = [&](auto const& check) {
    try {
      check();
    } catch (base::UserError const& error) {
      findings.insert(findings.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  };
  collect([&] { check_values(plan); });
  collect([&] { check_order_of_points(graph); });
  if (!findings.empty()) throw base::UserError(findings);
}

} // namespace chemora::plan

/// The compiler edlc calls its stages in this order: edl, tensor, discretisation, passes, thorn_writer.
#include "codegen/ahead/built_in_kernels.hpp"
#include "codegen/app/compile_loops.hpp"
#include "codegen/app/compile_sweeps.hpp"
#include "codegen/app/options.hpp"
#include "codegen/discretisation/discretise.hpp"
#include "codegen/edl/parser.hpp"
#include "codegen/emit/emit.hpp"
#include "codegen/passes/passes.hpp"
#include "codegen/patterns/pattern.hpp"
#include "codegen/plan/lower.hpp"
#include "codegen/tensor/expand/expand.hpp"
#include "codegen/tensor/resolve/resolve.hpp"
#include "codegen/thorn_writer/write_thorn.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>

using namespace chemora;

namespace {

/// Prints the result of the stage that the user requested.
class Dump {
public:
  explicit Dump(std::string const& stage) : stage_(stage) {}

  template <class Result>
  void after(std::string const& stage, Result const& result) const {
    if (stage == stage_) fmt::print("{}", to_text(result));
  }

private:
  std::string stage_;
};

discretisation::DiscreteSystem optimise(discretisation::DiscreteSystem system, Dump const& dump) {
  for (discretisation::Kernel& kernel : system.kernels)
    for (ir::Graph& graph : kernel.variants)
      graph =
          passes::compile(graph, [&](std::string const& pass, ir::Graph const& result) { dump.after(pass, result); });
  return system;
}

/// The grid for which `edlc` prints loops and sources, which depend on the grid and the plan.
constexpr base::Index3 shown_grid{64, 64, 64};
constexpr int shown_vector_width = 4;
plan::KernelPlan const shown_blocks{.tile = {64, 4, 8}, .block = {64, 4, 1}, .stream = 2};

std::string emitted(ir::Graph const& graph, std::string const& form) {
  if (form == "graph") return ir::to_text(graph);
  auto const kind = std::find_if(plan::device_kinds.begin(), plan::device_kinds.end(),
                                 [&](plan::DeviceKind const& each) { return each.language_name == form; });
  bool const is_source = kind != plan::device_kinds.end();
  plan::KernelPlan const plan = is_source && kind->runs_blocks
                                    ? shown_blocks
                                    : plan::default_plan(graph, shown_grid, shown_vector_width).kernels.front();
  ir::Loops const loops = plan::lower(graph, plan, {shown_grid});
  return is_source ? emit::emit(loops, kind->language) : ir::to_text(loops);
}

/// Returns the default values of the parameters, and a grid spacing.
passes::KnownValues defaults(std::vector<tensor::Parameter> const& parameters, ir::Graph const& graph) {
  passes::KnownValues known{.spacing = std::array{0.1, 0.1, 0.1}};
  for (tensor::Parameter const& parameter : parameters) {
    bool const is_read = std::any_of(graph.parameters.begin(), graph.parameters.end(),
                                     [&](auto const& read) { return read.name == parameter.name; });
    if (!is_read) continue;
    auto const words = parameter.keywords();
    auto const word = std::find(words.begin(), words.end(), parameter.default_keyword);
    bool const is_keyword = parameter.type == tensor::ValueType::keyword;
    known.parameters[parameter.name] =
        is_keyword ? static_cast<double>(word - words.begin()) : parameter.default_number;
  }
  return known;
}

std::string shown_name(ir::Graph const& graph) {
  std::string name = graph.name;
  for (ir::Guard const& guard : graph.guards)
    name += fmt::format("{}{} = {}", name == graph.name ? " with " : " and ", guard.name, guard.value);
  return name;
}

/// Returns the text of `edlc --emit=statistics`: the operations of each kernel at a grid point, before and after the
/// passes.
///
/// The text has one line for each kernel, order and form of mixed derivatives, with the default values of the
/// parameters. A fused multiply-add counts as two operations, and a division or a root as one operation.
///
///     BSSN_RHS with fd_order = 2 and mixed_derivatives = product: 375972 operations as trees, 3764 as written, 3659
///     after the passes; reads 24 arrays, writes 25
///
/// The number "as trees" counts every use of a common subexpression, as a symbolic expansion would. `written` has the
/// same kernels before the passes.
std::string statistics(discretisation::DiscreteSystem const& written, discretisation::DiscreteSystem const& compiled) {
  std::string text;
  for (std::size_t k = 0; k < compiled.kernels.size(); ++k)
    for (std::size_t v = 0; v < compiled.kernels[k].variants.size(); ++v) {
      ir::Graph const& graph = compiled.kernels[k].variants[v];
      passes::KnownValues const known = defaults(compiled.components.parameters, graph);
      ir::Graph const equations = passes::substitute_known_values(written.kernels[k].variants[v], known);
      auto const before = ir::count(equations);
      auto const after = ir::count(passes::specialise(graph, known));
      text += fmt::format(
          "{}: {:.0f} operations as trees, {} as written, {} after the passes; reads {} arrays, writes {}\n",
          shown_name(graph), ir::count_without_sharing(equations), before.flops, after.flops, after.loads,
          after.stores);
    }
  return text;
}

std::vector<std::string> built_in(discretisation::DiscreteSystem const& system, int n_sources) {
  std::vector<ir::Graph> graphs;
  for (discretisation::Kernel const& kernel : system.kernels)
    graphs.insert(graphs.end(), kernel.variants.begin(), kernel.variants.end());
  if (n_sources == 0) return {};
  return ahead::built_in_sources(thorn_writer::built_in_prefix(system.components.thorn), graphs, n_sources);
}

void write(discretisation::DiscreteSystem const& system, app::Options const& options) {
  thorn_writer::ThornFiles const files =
      thorn_writer::write_thorn(system, options.file, built_in(system, options.n_built_in));
  thorn_writer::save(files, options.thorn_folder);
  std::string names;
  for (auto const& [name, contents] : files) names += " " + name;
  fmt::print("Wrote the thorn to {}:{}\n", options.thorn_folder, names);
}

/// Reports a folder that does not have the name of the thorn. Cactus names a thorn after its folder, and the generated
/// functions are named after the thorn, so that such a thorn would fail to link.
void check_folder(std::string const& folder, edl::SyntaxTree const& tree, base::SourceText const& source) {
  std::string const name = std::filesystem::absolute(folder + "/.").lexically_normal().parent_path().filename();
  if (folder.empty() || name == tree.thorn) return;
  base::Diagnostics diagnostics(&source);
  diagnostics.error(tree.where, "The thorn is `" + tree.thorn + "`, but its folder is `" + folder +
                                    "`. A thorn has the name of its folder: use a folder `" + tree.thorn +
                                    "`, or write `begin thorn " + name + "`.");
  diagnostics.throw_if_errors();
}

void compile(app::Options const& options, base::SourceText const& source,
             std::vector<base::SourceText> const& included) {
  Dump const dump(options.dump_after);

  edl::SyntaxTree const tree = edl::parse(source, included);
  check_folder(options.thorn_folder, tree, source);
  dump.after("edl", tree);
  tensor::TensorSystem const tensors = tensor::resolve(tree, source);
  dump.after("tensor", tensors);
  tensor::ComponentSystem const components = tensor::expand(tensors, source);
  dump.after("components", components);
  for (base::Diagnostic const& warning : edl::with_excerpts(components.warnings, included))
    fmt::print(stderr, "{}\n", base::to_text(warning));
  discretisation::DiscreteSystem const graphs = discretisation::discretise(components, source);
  dump.after("discretisation", graphs);
  discretisation::DiscreteSystem const optimised = optimise(graphs, dump);
  dump.after("passes", optimised);

  if (options.emit == "statistics")
    fmt::print("{}", statistics(graphs, optimised));
  else if (!options.emit.empty())
    for (discretisation::Kernel const& kernel : optimised.kernels)
      for (ir::Graph const& graph : kernel.variants) fmt::print("{}\n", emitted(graph, options.emit));
  if (!options.thorn_folder.empty()) write(optimised, options);
}

void check_patterns(std::string const& file) {
  for (base::Diagnostic const& warning : patterns::read_program(base::read_source(file)).warnings)
    fmt::print(stderr, "{}\n", base::to_text(warning));
}

void compile(app::Options const& options) {
  if (!options.loops_folder.empty()) return app::compile_loops(options);
  if (!options.recursions_folder.empty()) return app::compile_sweeps(options);
  if (options.file.ends_with(".rec")) return app::check_sweeps(options);
  if (options.file.ends_with(".pat")) return check_patterns(options.file);
  if (options.file.ends_with(".f90")) return app::check_loops(options.file);
  base::SourceText const source = base::read_source(options.file);
  std::vector<base::SourceText> const included = edl::read_included(source);
  try {
    compile(options, source, included);
  } catch (base::UserError const& error) {
    throw base::UserError(edl::with_excerpts(error.diagnostics(), included));
  }
}

} // namespace

int main(int argc, char** argv) {
  // Writing beyond the limit of file sizes then fails with a message instead of a signal.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    app::Options const options = app::parse_options(argc, argv);
    if (options.shows_help)
      fmt::print("{}", app::usage());
    else
      compile(options);
    return 0;
  } catch (base::UserError const& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  } catch (std::exception const& error) {
    fmt::print(stderr, "edlc failed because of an internal error, not because of the equations: {}\n", error.what());
    return 2;
  }
}

// Fuzz targets for equation files and the text forms of graphs, loops, loop kernels, loop trees and plans. The target
// prints an accepted text and checks that the printed text has the same meaning.
#include "codegen/edl/parser.hpp"
#include "codegen/ir/loop_tree.hpp"
#include "codegen/ir/loops.hpp"
#include "codegen/loops/loop_kernel.hpp"
#include "codegen/plan/plan.hpp"
#include "testsuites/fuzz/targets/target.hpp"

namespace chemora::fuzz {

bool equation_file(std::string const& text) {
  return accepted([&] {
    edl::SyntaxTree const tree = edl::parse({"fuzz.edl", text});
    require(edl::parse({"fuzz.edl", edl::to_text(tree)}) == tree, "printed equations mean something else");
  });
}

bool graph_text(std::string const& text) {
  return accepted([&] {
    std::string const printed = ir::to_text(ir::parse_graph(text));
    require(ir::to_text(ir::parse_graph(printed)) == printed, "a printed graph means something else");
  });
}

bool loops_text(std::string const& text) {
  return accepted([&] {
    std::string const printed = ir::to_text(ir::parse_loops(text));
    require(ir::to_text(ir::parse_loops(printed)) == printed, "printed loops mean something else");
  });
}

bool kernel_text(std::string const& text) {
  return accepted([&] {
    std::string const printed = to_text(loops::parse_loop_kernel(text));
    require(to_text(loops::parse_loop_kernel(printed)) == printed, "a printed loop kernel means something else");
  });
}

bool tree_text(std::string const& text) {
  return accepted([&] {
    std::string const printed = ir::to_text(ir::parse_loop_tree(text));
    require(ir::to_text(ir::parse_loop_tree(printed)) == printed, "a printed loop tree means something else");
  });
}

bool plan_text(std::string const& text) {
  return accepted([&] {
    plan::Plan const defaults{.kernel = "K", .kernels = {{.tile = {64, 8, 8}}}};
    plan::Plan const plan = plan::parse_plan(text, defaults);
    require(plan::parse_plan(plan::to_text(plan), defaults) == plan, "a printed plan means something else");
  });
}

} // namespace chemora::fuzz

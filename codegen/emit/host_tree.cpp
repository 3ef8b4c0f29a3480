#include "codegen/emit/host_tree.hpp"

#include "codegen/emit/chosen_iterations.hpp"
#include "codegen/emit/iterate_in_vectors.hpp"
#include "codegen/emit/separate_boundaries.hpp"
#include "codegen/emit/simplify_tree.hpp"
#include "codegen/emit/unroll_tree.hpp"
#include "framework/base/text.hpp"

namespace chemora::emit {

namespace {

constexpr long max_unrolled_statements = 1024; ///< largest number of statements that replace an unrolled loop

} // namespace

HostTree::HostTree(ir::LoopTree const& tree_for_devices) : tree(tree_for_devices) {
  using ir::Mapping;
  expand_copies(tree, {.mappings = {Mapping::interleaved, Mapping::unrolled}});
  tree = with_unrolled_loops(with_interleaved_copies(std::move(tree)), max_unrolled_statements);
  tree = with_chosen_iterations(with_iterations_in_vectors(without_dead_assignments(std::move(tree))));
  tree = with_fused_conditions(std::move(tree));
  tree = with_separate_boundaries(std::move(tree));
  expanded = expand_copies(tree, {.mappings = {Mapping::block, Mapping::vector}});
  auto const paths = access_paths(tree);
  for (ir::TypedArray const& array : tree.arrays) {
    if (array.is_argument || array.scope == ir::Scope::grid || !paths.contains(array.name)) continue;
    auto const& accesses = paths.at(array.name);
    std::size_t const depth = depth_of_declaration(array, accesses);
    AccessPath const& last = accesses.back();
    last_uses[array.name] = AccessPath(last.begin() + static_cast<long>(depth), last.end());
    temporaries[depth == 0 ? nullptr : accesses.front()[depth - 1]].push_back(array.name);
  }
}

bool HostTree::is_last_use(std::string const& array, ir::TreeNode const* loop) const {
  for (ir::TreeNode const* enclosing : last_uses.at(array)) {
    if (enclosing == loop) return true;
    if (enclosing->mapping != ir::Mapping::block) return false;
  }
  return false;
}

std::vector<ir::TypedArray const*> HostTree::temporaries_of(ir::TreeNode const* loop) const {
  std::vector<ir::TypedArray const*> arrays;
  if (auto const found = temporaries.find(loop); found != temporaries.end())
    for (ir::TypedArray const& array : tree.arrays)
      if (base::contains(found->second, array.name)) arrays.push_back(&array);
  return arrays;
}

} // namespace chemora::emit

#include "codegen/emit/local_copies.hpp"

#include "codegen/emit/c_expressions.hpp"
#include "codegen/emit/tree_questions.hpp"
#include "codegen/emit/vectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace chemora::emit {

using ir::Type;

namespace {

constexpr long max_local_elements = 64; ///< largest private array of a thread that is copied

} // namespace

std::vector<LocalCopy> local_copies(ir::TreeNode const& loop, HostTree const& host,
                                    TreeExpressions const& expressions) {
  std::map<std::string, std::optional<LocalCopy>> found;
  std::set<std::string> inner;
  collect_variables(loop.body, inner);
  for_each_element(loop.body, [&](ir::ExpressionPtr const& element, bool is_written) {
    auto const expanded = host.expanded.find(element->name);
    if (expanded == host.expanded.end() || expanded->second.n_threads == 0) return;
    ir::TypedArray const& array = expressions.array(element->name);
    auto const size = TreeExpressions::constant_size(array);
    auto& copy = found.try_emplace(element->name, LocalCopy{&array, expanded->second}).first->second;
    if (!copy) return;
    copy->is_written |= is_written;
    std::vector<ir::ExpressionPtr> const thread(
        element->operands.begin() + static_cast<long>(copy->expanded.n_own_axes), element->operands.end());
    bool const is_other_thread =
        !copy->thread.empty() && !std::equal(thread.begin(), thread.end(), copy->thread.begin(), ir::equal);
    copy->thread = thread;
    copy->n_own = 1;
    for (std::size_t n = 0; n < copy->expanded.n_own_axes; ++n) copy->n_own *= array.axes[n].extent.constant;
    bool uses_inner = false;
    for (ir::ExpressionPtr const& subscript : copy->thread)
      for (std::string const& name : ir::names_in(subscript)) uses_inner |= inner.contains(name);
    bool const is_along = expressions.stride_along(element, loop.variable).is_one();
    if (!size || copy->n_own > max_local_elements || uses_inner || is_other_thread || !is_along ||
        array.type == Type::boolean)
      copy.reset();
  });
  std::vector<LocalCopy> copies;
  for (auto const& [name, copy] : found)
    if (copy) copies.push_back(*copy);
  return copies;
}

std::string statement_for(LocalCopy const& copy, std::string const& format, VectorLoop const& vector,
                          TreeExpressions const& expressions) {
  std::string const identifier = expressions.identifier(copy.array->name), type = vector_type(copy.array->type);
  std::vector<ir::ExpressionPtr> subscripts(copy.expanded.n_own_axes, ir::make_integer(0));
  subscripts.insert(subscripts.end(), copy.thread.begin(), copy.thread.end());
  VectorLoop const without_copies{vector.variable, vector.first, {}, {}, false, false};
  expressions.set_vector(&without_copies);
  std::string const offset = expressions.offset(ir::make_element(copy.array->type, copy.array->name, subscripts));
  expressions.set_vector(&vector);
  if (copy.expanded.n_own_axes == 0)
    return fmt::format(fmt::runtime(format), type, "local_" + identifier, fmt::format("{}[{}]", identifier, offset));
  return fmt::format("for (int n = 0; n < {}; ++n) ", copy.n_own) +
         fmt::format(fmt::runtime(format), type, fmt::format("local_{}[n]", identifier),
                     fmt::format("{}[{} + {}*n]", identifier, offset, copy.expanded.n_threads));
}

} // namespace chemora::emit

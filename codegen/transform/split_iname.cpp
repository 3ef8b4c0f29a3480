/// The transformations split_iname and tile.
///
///     f = split_iname(f, "i", 16, outer_tag="g.0", inner_tag="l.0")
///     f = tile(f, "i, j", [16, 8])
///
/// before: `loop i: 0 <= i <= n - 1`, after: `loop i_outer`, `loop i_inner: 0 <= i_inner <= 15` and
/// `0 <= 16*i_outer + i_inner <= n - 1`.
#include "codegen/transform/checks.hpp"
#include "codegen/transform/loop_edits.hpp"
#include "codegen/transform/parallel.hpp"
#include "codegen/transform/separation.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace chemora::transform {

namespace {

struct Split {
  std::string loop{};
  long length = 1;
  std::string outer{}, inner{};
};

void require_legal(loops::LoopKernel const& kernel, Split const& split, Arguments const& arguments) {
  loops::Loop const& loop = existing_loop(kernel, arguments, split.loop);
  constexpr long max_length = 1 << 30;
  if (split.length < 1 || split.length > max_length)
    arguments.fail(fmt::format("The length {} of the inner loop is outside of 1 to {}.", split.length, max_length));
  if (loop.tag != loops::Tag::sequential)
    arguments.fail(fmt::format("The loop `{}` has the tag `{}`. Tag the new loops after the split instead.", split.loop,
                               to_text(loop)));
  require_new_name(kernel, arguments, split.outer);
  require_new_name(kernel, arguments, split.inner);
  if (split.outer == split.inner) arguments.fail("The outer and the inner loop must have different names.");
}

/// Divides a sum that is at least 0 by the common divisor of its factors.
ir::LinearExpression tightened(ir::LinearExpression expression) {
  long divisor = 0;
  for (auto const& [name, factor] : expression.factors) divisor = std::gcd(divisor, factor);
  if (divisor <= 1) return expression;
  for (auto& [name, factor] : expression.factors) factor /= divisor;
  long const remainder = (expression.constant % divisor + divisor) % divisor;
  expression.constant = (expression.constant - remainder) / divisor;
  return expression;
}

/// Adds the range of the inner loop, and that of the outer loop alone for instructions which are not within the inner
/// loop: `a*loop + b >= 0` implies the same with the largest value of the term with the inner loop.
void add_ranges(loops::LoopKernel& kernel, Split const& split) {
  std::vector<loops::Constraint> const constraints = kernel.constraints;
  kernel.constraints.push_back({ir::linear(split.inner)});
  kernel.constraints.push_back({ir::linear(split.length - 1) - ir::linear(split.inner)});
  for (loops::Constraint const& constraint : constraints) {
    if (!constraint.expression.uses(split.loop)) continue;
    for (int sign : constraint.is_equality ? std::vector{1, -1} : std::vector{1}) {
      ir::LinearExpression const expression = sign * constraint.expression;
      long const largest_inner = expression.factor(split.loop) > 0 ? split.length - 1 : 0;
      kernel.constraints.push_back(
          {tightened(expression.with(split.loop, split.length * ir::linear(split.outer) + ir::linear(largest_inner)))});
    }
  }
}

loops::LoopKernel with_split(loops::LoopKernel const& kernel, std::set<std::string> const& selected, Split const& split,
                             Arguments const& arguments) {
  require_legal(kernel, split, arguments);
  std::set<std::string> const ids = instructions_of_loop(kernel, selected, split.loop, arguments);
  loops::LoopKernel result = kernel;
  auto const place = std::find_if(result.loops.begin(), result.loops.end(),
                                  [&](loops::Loop const& loop) { return loop.name == split.loop; });
  result.loops.insert(place + 1, {{.name = split.outer}, {.name = split.inner}});
  add_ranges(result, split);
  replace_loop(result, ids,
               {.old = split.loop,
                .loops = {split.outer, split.inner},
                .value = split.length * ir::linear(split.outer) + ir::linear(split.inner)},
               arguments);
  require_legal_moves(kernel, result, {{.instructions = ids, .old_loop = split.loop, .new_loop = split.outer}},
                      arguments, fmt::format("The loop `{}` cannot be split in these instructions only", split.loop));
  return result;
}

void set_tag_if_specified(loops::LoopKernel& kernel, Arguments const& arguments, std::string const& argument,
                          std::string const& loop, std::vector<std::string>& tagged) {
  if (!arguments.has(argument)) return;
  set_tag(kernel, loop, parse_tag(arguments, arguments.string(argument)));
  tagged.push_back(loop);
}

std::vector<long> sizes_of_tile(Arguments const& arguments, std::size_t n_loops) {
  Value const& sizes = arguments.value("sizes");
  if (sizes.kind == Value::Kind::integer) return std::vector<long>(n_loops, sizes.integer);
  std::vector<long> result;
  for (Value const& size : sizes.items)
    if (size.kind == Value::Kind::integer) result.push_back(size.integer);
  if (sizes.kind != Value::Kind::list || result.size() != sizes.items.size() || result.size() != n_loops)
    arguments.fail(fmt::format("`sizes` must be an integer or a list of {} integers, one per loop; found `{}`.",
                               n_loops, to_text(sizes)));
  return result;
}

void set_tags_of_tile(loops::LoopKernel& kernel, Arguments const& arguments, std::string const& argument,
                      std::vector<std::string> const& loops, std::vector<std::string>& tagged) {
  std::vector<std::string> const tags = arguments.names_or(argument, {});
  if (!tags.empty() && tags.size() != loops.size())
    arguments.fail(fmt::format("`{}` needs {} tags, one per loop; found {}.", argument, loops.size(), tags.size()));
  for (std::size_t n = 0; n < tags.size(); ++n) {
    set_tag(kernel, loops[n], parse_tag(arguments, tags[n]));
    tagged.push_back(loops[n]);
  }
}

} // namespace

loops::LoopKernel split_iname(loops::LoopKernel kernel, Arguments const& arguments) {
  std::string const loop = arguments.string("split_iname");
  Split const split{.loop = loop,
                    .length = arguments.integer("inner_length"),
                    .outer = arguments.string_or("outer_iname", loop + "_outer"),
                    .inner = arguments.string_or("inner_iname", loop + "_inner")};
  kernel = with_split(kernel, selected_instructions(kernel, arguments, "within"), split, arguments);
  std::vector<std::string> tagged;
  set_tag_if_specified(kernel, arguments, "outer_tag", split.outer, tagged);
  set_tag_if_specified(kernel, arguments, "inner_tag", split.inner, tagged);
  require_legal_tags(kernel, tagged, arguments);
  return kernel;
}

loops::LoopKernel tile(loops::LoopKernel kernel, Arguments const& arguments) {
  std::vector<std::string> const loops = arguments.names("inames");
  std::vector<long> const sizes = sizes_of_tile(arguments, loops.size());
  std::vector<std::string> outer, inner;
  for (std::size_t n = 0; n < loops.size(); ++n) {
    outer.push_back(loops[n] + "_outer");
    inner.push_back(loops[n] + "_inner");
    kernel = with_split(kernel, selected_instructions(kernel, arguments, "within"),
                        {.loop = loops[n], .length = sizes[n], .outer = outer[n], .inner = inner[n]}, arguments);
  }
  std::vector<std::string> nest = outer;
  nest.insert(nest.end(), inner.begin(), inner.end());
  kernel =
      with_nesting(kernel, nest, arguments, fmt::format("The loops {} cannot be tiled", base::list_in_words(loops)));
  std::vector<std::string> tagged;
  set_tags_of_tile(kernel, arguments, "outer_tags", outer, tagged);
  set_tags_of_tile(kernel, arguments, "inner_tags", inner, tagged);
  require_legal_tags(kernel, tagged, arguments);
  return kernel;
}

} // namespace chemora::transform

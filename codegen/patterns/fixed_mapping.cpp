#include "codegen/patterns/fixed_mapping.hpp"

#include "codegen/patterns/mapping_search.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace chemora::patterns {

namespace {

constexpr int one_dimensional_block = 256;
constexpr int warps_of_block = 16; ///< Fig. 7 of the paper

int power_of_two(int max) { return static_cast<int>(std::bit_floor(static_cast<unsigned>(max))); }

/// Returns a level with the smallest span that is possible.
LevelMapping level_with_span(Dimension dimension, int block_size, NestLevel const& level) {
  return {dimension,
          std::min(block_size, level.max_threads),
          {level.needs_whole_span() ? SpanKind::all : SpanKind::points, 1}};
}

} // namespace

std::vector<std::string> fixed_strategies() { return {"1D", "thread-block/thread", "warp-based"}; }

Mapping fixed_mapping(std::string const& strategy, Nest const& nest, MachineShape const& machine) {
  if (!base::contains(fixed_strategies(), strategy))
    throw base::InternalError(fmt::format("There is no mapping strategy `{}`.", strategy));
  std::vector<NestLevel> const levels = levels_of(nest);
  Mapping mapping{std::vector<LevelMapping>(levels.size(), {Dimension::sequential, 1, {SpanKind::all, 1}})};
  int const max_along_x = power_of_two(std::min(machine.max_block_threads, machine.max_dimension_threads[0]));
  if (strategy == "1D" || levels.size() == 1) {
    mapping.levels[0] = level_with_span(Dimension::x, std::min(one_dimensional_block, max_along_x), levels[0]);
    return mapping;
  }
  bool const is_warp = strategy == "warp-based";
  int const inner = is_warp ? std::min(machine.lanes, max_along_x) : max_along_x;
  int const outer = is_warp ? std::min(warps_of_block, power_of_two(machine.max_block_threads / inner)) : 1;
  mapping.levels[0] = level_with_span(Dimension::y, outer, levels[0]);
  mapping.levels[1] = {Dimension::x, std::min(inner, levels[1].max_threads), {SpanKind::all, 1}};
  return mapping;
}

void check_request(base::SourceText const& text) {
  std::string const request = base::trimmed(text.contents);
  std::vector<std::string> names = fixed_strategies();
  names.insert(names.begin(), "automatic");
  if (base::contains(names, request)) return;
  bool const is_one_word = request.find_first_of(" \t\n") == std::string::npos;
  if (is_one_word && request != "sequential")
    throw base::UserError({text.name, 0, 0},
                          fmt::format("`{}` is no mapping; expected {} or one mapping for each level such as "
                                      "`y 64 span 1 / x 32 span all`.{}",
                                      request, base::list_in_words(names, "or"), base::did_you_mean(request, names)));
  parse_mapping(text);
}

Mapping requested_mapping(base::SourceText const& text, Nest const& nest, MachineShape const& machine) {
  check_request(text);
  std::string const request = base::trimmed(text.contents);
  if (request == "automatic") return find_mapping(nest, machine).mapping;
  bool const is_strategy = base::contains(fixed_strategies(), request);
  Mapping const mapping = is_strategy ? fixed_mapping(request, nest, machine) : parse_mapping(text);
  check_mapping(mapping, nest, machine, text.name);
  return mapping;
}

} // namespace chemora::patterns

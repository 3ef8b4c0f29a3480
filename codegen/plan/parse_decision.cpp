// A function for each decision, and the table of them.
#include "codegen/plan/parse_decision.hpp"

#include "framework/base/nearest_name.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace chemora::plan {

namespace {

using ir::TokenLine;

Change parse_names(TokenLine const& clause, std::string const& form, std::vector<std::string> KernelPlan::*list,
                   PlanWords& words) {
  if (clause.size() < 2) {
    words.error(clause[0], fmt::format("This line is not of the form `{}`, or `... none`.", form));
    return {};
  }
  auto names = is_none(clause) ? std::vector<std::string>{} : words.take_names(clause);
  return [list, names = std::move(names)](KernelPlan& kernel) { kernel.*list = names; };
}

/// `tile X Y Z` has numbers, `tile phi %41` has names.
Change parse_tile(TokenLine const& clause, PlanWords& words) {
  bool const has_names = clause.size() > 1 && (clause[1].text.starts_with('%') || ir::is_variable_name(clause[1].text));
  if (has_names) return parse_names(clause, "tile VARIABLE %41 ...", &KernelPlan::in_tile, words);
  auto const points = take_three(clause, "tile X Y Z", words);
  if (!points) return {};
  return [tile = *points](KernelPlan& kernel) { kernel.tile = tile; };
}

Change parse_register(TokenLine const& clause, PlanWords& words) {
  return parse_names(clause, "register VARIABLE %41 ...", &KernelPlan::in_registers, words);
}

Change parse_block(TokenLine const& clause, PlanWords& words) {
  if (is_none(clause)) return [](KernelPlan& kernel) { kernel.block = {0, 0, 0}; };
  auto const threads = take_three(clause, "block X Y Z", words);
  if (!threads) return {};
  return [block = *threads](KernelPlan& kernel) { kernel.block = block; };
}

Change parse_vector(TokenLine const& clause, PlanWords& words) {
  if (!words.has_form(clause, 3, "vector x LANES")) return {};
  if (clause[1].text != "x")
    words.error(clause[1], fmt::format("Vectors run along x, not along `{}`.", clause[1].text));
  return [lanes = words.take_positive(clause[2])](KernelPlan& kernel) { kernel.vector_width = lanes; };
}

Change parse_threads(TokenLine const& clause, PlanWords& words) {
  if (!words.has_form(clause, 2, "threads tiles")) return {};
  std::string const& what = clause[1].text;
  if (what != "tiles" && what != "none")
    words.error(clause[1], fmt::format("`{}` cannot be spread over threads; allowed are tiles and none.", what));
  return [is_spread = what == "tiles"](KernelPlan& kernel) { kernel.threads_over_tiles = is_spread; };
}

Change parse_unroll(TokenLine const& clause, PlanWords& words) {
  if (!words.has_form(clause, 3, "unroll AXIS TIMES")) return {};
  auto const axis = words.take_axis(clause[1]);
  int const times = words.take_positive(clause[2]);
  if (!axis) return {};
  return [axis = static_cast<std::size_t>(*axis), times](KernelPlan& kernel) { kernel.unroll[axis] = times; };
}

Change parse_stream(TokenLine const& clause, PlanWords& words) {
  if (!words.has_form(clause, 2, "stream AXIS")) return {};
  auto const axis = is_none(clause) ? std::optional(no_axis) : words.take_axis(clause[1]);
  if (!axis) return {};
  return [axis = *axis](KernelPlan& kernel) { kernel.stream = axis; };
}

Change parse_nontemporal(TokenLine const& clause, PlanWords& words) {
  return parse_names(clause, "nontemporal VARIABLE ...", &KernelPlan::nontemporal, words);
}

Change parse_prefetch(TokenLine const& clause, PlanWords& words) {
  if (is_none(clause)) return [](KernelPlan& kernel) { kernel.prefetch = {}; };
  if (clause.size() < 2) {
    words.error(clause[0], "This line is not of the form `prefetch POINTS [stores] [edges]`, or `prefetch none`.");
    return {};
  }
  ir::Prefetch prefetch{.ahead = words.take_positive(clause[1])};
  std::map<std::string, bool ir::Prefetch::*> const rows{{"stores", &ir::Prefetch::stores},
                                                         {"edges", &ir::Prefetch::edges}};
  for (std::size_t n = 2; n < clause.size(); ++n) {
    std::string const& word = clause[n].text;
    if (!rows.contains(word))
      words.error(clause[n], fmt::format("`{}` names no rows that are asked for ahead; allowed are stores and edges.{}",
                                         word, base::did_you_mean(word, {"stores", "edges"})));
    else if (std::exchange(prefetch.*rows.at(word), true))
      words.error(clause[n], fmt::format("`{}` is said twice.", word));
  }
  return [prefetch](KernelPlan& kernel) { kernel.prefetch = prefetch; };
}

Change parse_resident(TokenLine const& clause, PlanWords& words) {
  if (!words.has_form(clause, 2, "resident BLOCKS")) return {};
  int const blocks = is_none(clause) ? 0 : words.take_positive(clause[1]);
  return [blocks](KernelPlan& kernel) { kernel.resident = blocks; };
}

Change parse_fat(TokenLine const& clause, PlanWords& words) {
  bool const is_fat = !is_none(clause);
  if (is_fat && !words.has_form(clause, 1, "fat")) return {};
  return [is_fat](KernelPlan& kernel) { kernel.is_fat = is_fat; };
}

using Parser = Change (*)(TokenLine const& clause, PlanWords& words);

std::map<std::string, Parser> const& parsers() {
  static std::map<std::string, Parser> const all{{"tile", parse_tile},
                                                 {"register", parse_register},
                                                 {"block", parse_block},
                                                 {"vector", parse_vector},
                                                 {"threads", parse_threads},
                                                 {"unroll", parse_unroll},
                                                 {"stream", parse_stream},
                                                 {"nontemporal", parse_nontemporal},
                                                 {"prefetch", parse_prefetch},
                                                 {"resident", parse_resident},
                                                 {"fat", parse_fat}};
  return all;
}

} // namespace

std::vector<std::string> const& decision_words() {
  static std::vector<std::string> const words = [] {
    std::vector<std::string> all;
    for (auto const& [word, parser] : parsers()) all.push_back(word);
    return all;
  }();
  return words;
}

Change parse_decision(TokenLine const& clause, PlanWords& words) { return parsers().at(clause[0].text)(clause, words); }

std::optional<base::Index3> take_three(TokenLine const& clause, std::string const& form, PlanWords& words) {
  if (!words.has_form(clause, 4, form)) return {};
  base::Index3 numbers;
  for (std::size_t axis = 0; axis < 3; ++axis) numbers[axis] = words.take_positive(clause[axis + 1]);
  return numbers;
}

} // namespace chemora::plan

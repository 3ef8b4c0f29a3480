#include "codegen/wavefront/sweep_plan.hpp"

#include "codegen/ir/text_form.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <set>

namespace chemora::wavefront {

namespace {

using ir::LineReader;

constexpr int max_points = 1 << 16, max_sweep_lanes = 64, max_blocks = 1 << 16;

int take_points(LineReader& line) {
  base::SourcePosition const where = line.where();
  int const points = line.take_integer(1);
  if (points > max_points)
    LineReader::fail(where, fmt::format("A tile has {} points; allowed are 1 to {}.", points, max_points));
  return points;
}

int take_lanes(LineReader& line) {
  base::SourcePosition const where = line.where();
  int const lanes = line.take_integer(1);
  if (lanes > max_sweep_lanes || (lanes & (lanes - 1)) != 0)
    LineReader::fail(
        where, fmt::format("The number of lanes is {}; allowed are powers of two up to {}.", lanes, max_sweep_lanes));
  return lanes;
}

int take_blocks(LineReader& line) {
  base::SourcePosition const where = line.where();
  int const blocks = line.take_integer(1);
  if (blocks > max_blocks)
    LineReader::fail(where, fmt::format("The number of blocks is {}; allowed are 1 to {}.", blocks, max_blocks));
  return blocks;
}

} // namespace

std::string to_text(SweepPlan const& plan) {
  return fmt::format("tile {} {} {} lanes {} {}{}", plan.tile[0], plan.tile[1], plan.tile[2], plan.lanes,
                     plan.is_fused ? "fused" : "separate",
                     plan.blocks > 0 ? fmt::format(" blocks {}", plan.blocks) : std::string());
}

SweepPlan parse_sweep_plan(base::SourceText const& text, SweepPlan plan) {
  std::vector<ir::TokenLine> const lines = ir::tokenize(text);
  if (lines.size() != 1)
    throw base::UserError({text.name, 0, 0}, fmt::format("The plan of a sweep is one line such as `tile 256 32 16 "
                                                         "lanes 8 fused`; found {} lines.",
                                                         lines.size()));
  LineReader line(lines.front());
  enum class Word { tile, lanes, fused, separate, blocks };
  std::set<Word> found;
  while (!line.at_end()) {
    base::SourcePosition const where = line.where();
    Word const word = line.take_one_of<Word>("property of the plan", {{"tile", Word::tile},
                                                                      {"lanes", Word::lanes},
                                                                      {"fused", Word::fused},
                                                                      {"separate", Word::separate},
                                                                      {"blocks", Word::blocks}});
    if (!found.insert(word).second) LineReader::fail(where, "This property of the plan occurs twice.");
    if (found.contains(Word::fused) && found.contains(Word::separate))
      LineReader::fail(where, "A plan is `fused` or `separate`, not both.");
    switch (word) {
    case Word::tile:
      for (int& points : plan.tile) points = take_points(line);
      break;
    case Word::lanes:
      plan.lanes = take_lanes(line);
      break;
    case Word::fused:
      plan.is_fused = true;
      break;
    case Word::separate:
      plan.is_fused = false;
      break;
    case Word::blocks:
      plan.blocks = take_blocks(line);
      break;
    }
  }
  return plan;
}

} // namespace chemora::wavefront

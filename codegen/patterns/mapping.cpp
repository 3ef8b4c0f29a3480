#include "codegen/patterns/mapping.hpp"

#include "codegen/ir/text_form.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace chemora::patterns {

namespace {

using ir::LineReader;

constexpr char const* example = "`y 64 span 1 / x 32 span all`";

Span take_span(LineReader& line) {
  bool const is_split = line.take_one_of<SpanKind>("kind of span", {{"span", SpanKind::points},
                                                                    {"split", SpanKind::split}}) == SpanKind::split;
  if (!is_split && line.take_if("all")) return {SpanKind::all, 1};
  return {is_split ? SpanKind::split : SpanKind::points, line.take_integer(1)};
}

int take_block_size(LineReader& line) {
  base::SourcePosition const where = line.where();
  int const size = line.take_integer(1);
  if (size > max_block_size || !std::has_single_bit(static_cast<unsigned>(size)))
    LineReader::fail(
        where, fmt::format("The block size is {}; allowed are the powers of two from 1 to {}.", size, max_block_size));
  return size;
}

LevelMapping take_level(LineReader& line, std::set<Dimension>& used) {
  base::SourcePosition const where = line.where();
  Dimension const dimension = line.take_one_of<Dimension>(
      "dimension",
      {{"x", Dimension::x}, {"y", Dimension::y}, {"z", Dimension::z}, {"sequential", Dimension::sequential}});
  if (dimension == Dimension::sequential) return {dimension, 1, {SpanKind::all, 1}};
  if (!used.insert(dimension).second)
    LineReader::fail(where, fmt::format("Two levels have the dimension {}. Each of x, y and z is the dimension of at "
                                        "most one level; further levels are `sequential`.",
                                        to_text(dimension)));
  int const block_size = take_block_size(line);
  return {dimension, block_size, take_span(line)};
}

std::string to_text(Span const& span) {
  if (span.kind == SpanKind::all) return "span all";
  return fmt::format("{} {}", span.kind == SpanKind::split ? "split" : "span", span.count);
}

} // namespace

std::string to_text(Dimension dimension) {
  constexpr char const* names[] = {"x", "y", "z", "sequential"};
  return names[static_cast<int>(dimension)];
}

std::string to_text(Mapping const& mapping) {
  return base::join(mapping.levels, " / ", [](LevelMapping const& level) {
    if (level.dimension == Dimension::sequential) return to_text(level.dimension);
    return fmt::format("{} {} {}", to_text(level.dimension), level.block_size, to_text(level.span));
  });
}

Mapping parse_mapping(base::SourceText const& text) {
  std::vector<ir::TokenLine> const lines = ir::tokenize(text);
  if (lines.size() != 1)
    throw base::UserError({text.name, 0, 0},
                          fmt::format("A mapping is one line such as {}; found {} lines.", example, lines.size()));
  LineReader line(lines.front());
  Mapping mapping;
  std::set<Dimension> used;
  do mapping.levels.push_back(take_level(line, used));
  while (line.take_if("/"));
  if (!line.at_end())
    line.fail(fmt::format("`{}` is found where `/` and the mapping of the next level, or the end, is expected; an "
                          "example is {}.",
                          line.next_text(), example));
  return mapping;
}

int level_with(Mapping const& mapping, Dimension dimension) {
  for (std::size_t level = 0; level < mapping.levels.size(); ++level)
    if (mapping.levels[level].dimension == dimension) return static_cast<int>(level);
  return -1;
}

double block_threads(Mapping const& mapping) {
  double threads = 1;
  for (LevelMapping const& level : mapping.levels) threads *= level.block_size;
  return threads;
}

double thread_stride(Mapping const& mapping, int level) {
  Dimension const dimension = mapping.levels[static_cast<std::size_t>(level)].dimension;
  double stride = 1;
  for (LevelMapping const& other : mapping.levels)
    if (other.dimension < dimension) stride *= other.block_size;
  return stride;
}

double n_blocks(LevelMapping const& level, double size) {
  if (level.span.kind == SpanKind::all) return 1;
  if (level.span.kind == SpanKind::split) return level.span.count;
  return std::ceil(size / (static_cast<double>(level.block_size) * level.span.count));
}

double n_blocks(Mapping const& mapping, std::vector<NestLevel> const& levels) {
  double blocks = 1;
  for (std::size_t level = 0; level < levels.size(); ++level)
    blocks *= n_blocks(mapping.levels[level], levels[level].size);
  return blocks;
}

double parallelism(LevelMapping const& mapping, NestLevel const& level) {
  if (mapping.span.kind == SpanKind::points) return std::ceil(level.size / mapping.span.count);
  double const threads = static_cast<double>(mapping.block_size) * mapping.span.count;
  return level.size_source == SizeSource::exact ? std::min(threads, level.size) : threads;
}

double parallelism(Mapping const& mapping, std::vector<NestLevel> const& levels) {
  double product = 1;
  for (std::size_t level = 0; level < levels.size(); ++level)
    product *= parallelism(mapping.levels[level], levels[level]);
  return product;
}

} // namespace chemora::patterns

#include "codegen/transform/checks.hpp"
#include "codegen/transform/match.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

namespace chemora::transform {

namespace {

template <typename Items>
std::vector<std::string> names_of(Items const& items) {
  std::vector<std::string> names;
  for (auto const& item : items) names.push_back(item.name);
  return names;
}

bool is_identifier(std::string const& name) {
  auto const is_letter = [](char c) { return c == '_' || std::isalpha(static_cast<unsigned char>(c)); };
  auto const is_part = [&](char c) { return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)); };
  return !name.empty() && is_letter(name[0]) && std::all_of(name.begin(), name.end(), is_part);
}

/// Returns the reason why there is no schedule, without the position, or nothing.
std::optional<std::string> schedule_error(loops::LoopKernel const& kernel) {
  try {
    polyhedral::schedule(kernel);
  } catch (base::UserError const& error) {
    return error.diagnostics().front().message;
  }
  return std::nullopt;
}

} // namespace

loops::Loop const& existing_loop(loops::LoopKernel const& kernel, Arguments const& arguments, std::string const& name) {
  loops::Loop const* loop = kernel.find_loop(name);
  if (!loop) arguments.fail_unknown("loop", name, names_of(kernel.loops));
  return *loop;
}

ir::TypedArray const& existing_array(loops::LoopKernel const& kernel, Arguments const& arguments,
                                     std::string const& name) {
  ir::TypedArray const* array = kernel.find_array(name);
  if (!array) arguments.fail_unknown("array", name, names_of(kernel.arrays));
  return *array;
}

ir::TypedArray const& existing_temporary(loops::LoopKernel const& kernel, Arguments const& arguments,
                                         std::string const& name) {
  std::vector<std::string> known;
  for (ir::TypedArray const& array : kernel.arrays)
    if (!array.is_argument) known.push_back(array.name);
  if (!base::contains(known, name)) arguments.fail_unknown("temporary array", name, known);
  return kernel.array(name);
}

loops::Rule const& existing_rule(loops::LoopKernel const& kernel, Arguments const& arguments, std::string const& name) {
  loops::Rule const* rule = kernel.find_rule(name);
  if (!rule) arguments.fail_unknown("rule", name, names_of(kernel.rules));
  return *rule;
}

std::vector<std::string> comma_separated(std::string const& text) {
  std::vector<std::string> parts = {""};
  for (char const c : text) {
    if (c == ',')
      parts.emplace_back();
    else
      parts.back().push_back(c);
  }
  for (std::string& part : parts) part = base::trimmed(part);
  return parts;
}

void require_new_name(loops::LoopKernel const& kernel, Arguments const& arguments, std::string const& name) {
  if (!is_identifier(name))
    arguments.fail(fmt::format("`{}` is not a name; a name has letters, digits and underscores.", name));
  char const* what = kernel.find_loop(name)          ? "a loop"
                     : kernel.find_array(name)       ? "an array"
                     : kernel.find_rule(name)        ? "a rule"
                     : kernel.find_parameter(name)   ? "a parameter"
                     : kernel.find_instruction(name) ? "an instruction"
                                                     : nullptr;
  if (what) arguments.fail(fmt::format("The name `{}` is already the name of {}.", name, what));
}

std::set<std::string> selected_instructions(loops::LoopKernel const& kernel, Arguments const& arguments,
                                            std::string const& name) {
  std::string const text = arguments.match_or(name, "");
  std::vector<std::string> const ids = find_instructions(kernel, Match(text, arguments.where()));
  if (ids.empty()) arguments.fail(fmt::format("The match expression `{}` selects no instruction.", text));
  return {ids.begin(), ids.end()};
}

loops::Loop parse_tag(Arguments const& arguments, std::string const& text) {
  static std::map<std::string, loops::Tag> const tags = {{"for", loops::Tag::sequential},
                                                         {"unr", loops::Tag::unrolled},
                                                         {"vec", loops::Tag::vector},
                                                         {"ilp", loops::Tag::interleaved}};
  if (auto const found = tags.find(text); found != tags.end()) return {.tag = found->second};
  bool const is_axis =
      text.size() == 3 && (text[0] == 'g' || text[0] == 'l') && text[1] == '.' && text[2] >= '0' && text[2] <= '2';
  if (!is_axis)
    arguments.fail(fmt::format("`{}` is not a tag of a loop; expected `for`, `unr`, `vec`, `ilp`, `g.0` to `g.2` or "
                               "`l.0` to `l.2`.",
                               text));
  return {.tag = text[0] == 'g' ? loops::Tag::block_axis : loops::Tag::thread_axis, .axis = text[2] - '0'};
}

std::vector<std::pair<std::string, loops::Loop>> tags_by_loop(Arguments const& arguments, std::string const& name) {
  std::vector<std::pair<std::string, loops::Loop>> result;
  auto const add = [&](Value const& loop, Value const& tag) {
    if (loop.kind != Value::Kind::string || tag.kind != Value::Kind::string)
      arguments.fail(
          fmt::format("Names of loops and tags must be strings; found `{}` and `{}`.", to_text(loop), to_text(tag)));
    result.emplace_back(base::trimmed(loop.string), parse_tag(arguments, base::trimmed(tag.string)));
  };
  Value const& value = arguments.value(name);
  if (value.kind == Value::Kind::dictionary) {
    for (std::size_t n = 0; n < value.keys.size(); ++n) add(value.keys[n], value.items[n]);
  } else if (value.kind == Value::Kind::list && std::all_of(value.items.begin(), value.items.end(),
                                                            [](Value const& item) { return item.items.size() == 2; })) {
    for (Value const& pair : value.items) add(pair.items[0], pair.items[1]);
  } else {
    for (std::string const& pair : arguments.names(name)) {
      std::size_t const colon = pair.find(':');
      if (colon == std::string::npos)
        arguments.fail(fmt::format("`{}` must have the form `LOOP:TAG`, for example `i:l.0`.", pair));
      add(make_value(pair.substr(0, colon)), make_value(pair.substr(colon + 1)));
    }
  }
  return result;
}

void reject(Arguments const& arguments, std::string const& request, polyhedral::Dependence const& dependence) {
  arguments.fail(fmt::format("{}: {}.", request, dependence.description()));
}

void require_schedule_remains(loops::LoopKernel const& before, loops::LoopKernel const& after,
                              Arguments const& arguments, std::string const& request) {
  std::optional<std::string> const error = schedule_error(after);
  if (error && !schedule_error(before)) arguments.fail(fmt::format("{}: {}", request, *error));
}

} // namespace chemora::transform

// Access to the arguments of a call, with messages for values of wrong kinds.
#include "codegen/transform/transform.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::transform {

namespace {

[[noreturn]] void fail_kind(Arguments const& arguments, std::string const& name, std::string const& expected) {
  Value const& value = arguments.value(name);
  arguments.fail(fmt::format("The argument `{}` must be {}; found {}, `{}`.", name, expected, kind_name(value.kind),
                             to_text(value)));
}

std::vector<std::string> separated_names(std::string const& text) {
  std::vector<std::string> names;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    std::size_t const end = std::min(text.find(',', begin), text.size());
    if (std::string name = base::trimmed(text.substr(begin, end - begin)); !name.empty())
      names.push_back(std::move(name));
    begin = end + 1;
  }
  return names;
}

} // namespace

bool Arguments::has(std::string const& name) const {
  auto const found = values_.find(name);
  return found != values_.end() && found->second.kind != Value::Kind::none;
}

std::string Arguments::string(std::string const& name) const {
  if (value(name).kind != Value::Kind::string) fail_kind(*this, name, "a string");
  return value(name).string;
}

std::string Arguments::string_or(std::string const& name, std::string const& otherwise) const {
  return has(name) ? string(name) : otherwise;
}

long Arguments::integer(std::string const& name) const {
  if (value(name).kind != Value::Kind::integer) fail_kind(*this, name, "an integer");
  return value(name).integer;
}

bool Arguments::boolean_or(std::string const& name, bool otherwise) const {
  if (!has(name)) return otherwise;
  if (value(name).kind != Value::Kind::boolean) fail_kind(*this, name, "True or False");
  return value(name).boolean;
}

std::string Arguments::match_or(std::string const& name, std::string const& otherwise) const {
  if (!has(name)) return otherwise;
  Value::Kind const kind = value(name).kind;
  if (kind != Value::Kind::string && kind != Value::Kind::match) fail_kind(*this, name, "a match expression");
  return value(name).string;
}

std::vector<std::string> Arguments::names(std::string const& name) const {
  Value const& found = value(name);
  if (found.kind == Value::Kind::string) return separated_names(found.string);
  if (found.kind != Value::Kind::list) fail_kind(*this, name, "a list of names");
  std::vector<std::string> names;
  for (Value const& item : found.items) {
    if (item.kind != Value::Kind::string) fail_kind(*this, name, "a list of names");
    names.push_back(item.string);
  }
  return names;
}

std::vector<std::string> Arguments::names_or(std::string const& name, std::vector<std::string> const& otherwise) const {
  return has(name) ? names(name) : otherwise;
}

void Arguments::fail(std::string const& message) const { throw base::UserError(where(), message); }

void Arguments::fail_unknown(std::string const& what, std::string const& name,
                             std::vector<std::string> const& known) const {
  std::string const nearest = base::did_you_mean(name, known);
  std::string hint = nearest;
  if (nearest.empty() && !known.empty())
    hint = fmt::format(" Known are {}.",
                       base::list_in_words({known.begin(), known.begin() + std::min<long>(20, long(known.size()))}));
  fail(fmt::format("There is no {} `{}`.{}", what, name, hint));
}

} // namespace chemora::transform

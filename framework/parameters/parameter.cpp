#include "framework/parameters/parameter.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::parameters {

using ccl::ParameterType;

Parameter::Parameter(ccl::Parameter const& declaration, std::string thorn, std::string implementation)
    : declaration_(&declaration), thorn_(std::move(thorn)), implementation_(std::move(implementation)) {
  auto const n = static_cast<std::size_t>(n_elements());
  n_times_set_.assign(n, 0);
  switch (type()) {
  case ParameterType::integer:
  case ParameterType::boolean:
    integers_.assign(n, 0);
    break;
  case ParameterType::real:
    reals_.assign(n, 0.0);
    break;
  case ParameterType::keyword:
  case ParameterType::string:
    texts_.assign(n, {});
    for (auto const& text : texts_) text_pointers_.push_back(text.c_str());
    break;
  }
  for (int element = 0; element < n_elements(); ++element) {
    Outcome const outcome = set(declaration.default_value, element, false);
    if (outcome.rejection != Rejection::none)
      throw base::UserError(declaration.default_where,
                            "The default of " + full_name() + " is rejected: " + outcome.message);
  }
}

void* Parameter::storage() {
  if (!integers_.empty()) return integers_.data();
  if (!reals_.empty()) return reals_.data();
  return text_pointers_.data();
}

TypedValue Parameter::value(int element) const {
  auto const at = static_cast<std::size_t>(element);
  if (!integers_.empty()) return std::int64_t{integers_[at]};
  if (!reals_.empty()) return reals_[at];
  return texts_[at];
}

std::string Parameter::allowed() const {
  std::string text;
  auto const list = [&](std::vector<ccl::ParameterRange> const& ranges) {
    for (auto const& range : ranges) {
      text += (text.empty() ? "" : ", ") + range_text(type(), range);
      if (!range.description.empty()) text += " (" + range.description + ")";
    }
  };
  list(declaration_->ranges);
  for (auto const& extension : extensions_) list(*extension.ranges);
  return text;
}

Outcome Parameter::check(std::string const& text, int element) const {
  if (element < 0 || element >= n_elements())
    return {Rejection::bad_index, fmt::format("{} has the elements 0 to {}; there is no element {}.", full_name(),
                                              n_elements() - 1, element)};
  auto const value = parse_value(type(), text);
  if (!value)
    return {Rejection::wrong_kind, fmt::format("{} is {}; `{}` is not.", full_name(), kind_in_words(type()), text)};
  bool const is_open = type() == ParameterType::boolean ||
                       (type() == ParameterType::string && declaration_->ranges.empty() && extensions_.empty());
  auto const admits = [&](ccl::ParameterRange const& range) { return is_admissible(type(), range, *value); };
  auto const any = [&](std::vector<ccl::ParameterRange> const& ranges) {
    return std::any_of(ranges.begin(), ranges.end(), admits);
  };
  if (is_open || any(declaration_->ranges)) return {};
  for (auto const& extension : extensions_)
    if (any(*extension.ranges)) return {};

  std::string hint;
  if (type() == ParameterType::keyword) {
    std::vector<std::string> keywords;
    for (auto const& range : declaration_->ranges)
      keywords.insert(keywords.end(), range.values.begin(), range.values.end());
    for (auto const& extension : extensions_)
      for (auto const& range : *extension.ranges)
        keywords.insert(keywords.end(), range.values.begin(), range.values.end());
    hint = base::did_you_mean(text, keywords);
  }
  return {Rejection::not_admissible,
          fmt::format("{} cannot be `{}`.{} Allowed: {}.", full_name(), text, hint, allowed())};
}

TypedValue Parameter::stored_form(TypedValue value) const {
  if (type() != ParameterType::keyword) return value;
  auto const look = [&](std::vector<ccl::ParameterRange> const& ranges) -> std::optional<std::string> {
    for (auto const& range : ranges)
      if (auto keyword = declared_keyword(range, std::get<std::string>(value))) return keyword;
    return std::nullopt;
  };
  if (auto keyword = look(declaration_->ranges)) return *keyword;
  for (auto const& extension : extensions_)
    if (auto keyword = look(*extension.ranges)) return *keyword;
  return value;
}

base::SourcePosition const* Parameter::where_set(int element) const {
  auto const found = where_set_.find(element);
  return found == where_set_.end() ? nullptr : &found->second;
}

Outcome Parameter::set(std::string const& text, int element, bool counts) {
  Outcome const outcome = check(text, element);
  // Defaults are not checked: a default outside of the ranges is a mistake of the thorn, not of the user.
  if (outcome.rejection != Rejection::none && (counts || outcome.rejection != Rejection::not_admissible))
    return outcome;
  auto const at = static_cast<std::size_t>(element);
  TypedValue const value = stored_form(*parse_value(type(), text));
  if (!integers_.empty()) {
    integers_[at] = static_cast<int>(std::get<std::int64_t>(value));
  } else if (!reals_.empty()) {
    reals_[at] = std::get<double>(value);
  } else {
    texts_[at] = std::get<std::string>(value);
    text_pointers_[at] = texts_[at].c_str();
  }
  if (counts) ++n_times_set_[at];
  return {};
}

} // namespace chemora::parameters

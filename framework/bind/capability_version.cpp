// A version is a sequence of pairs: some letters, then a number.
#include "framework/bind/capability_version.hpp"

#include "framework/base/errors.hpp"

#include <algorithm>
#include <cctype>

namespace chemora::bind {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Takes the leading characters for which `belongs` holds off the text.
template <class Predicate>
std::string take_while(std::string& text, Predicate belongs) {
  auto const end = std::find_if_not(text.begin(), text.end(), belongs);
  std::string const taken(text.begin(), end);
  text.erase(text.begin(), end);
  return taken;
}

/// A number of any length without its leading zeros; nothing counts as zero.
std::string take_number(std::string& text) {
  auto digits = take_while(text, is_digit);
  return digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
}

} // namespace

int compare_versions(std::string const& a, std::string const& b) {
  std::string left = a, right = b;
  while (!left.empty() || !right.empty()) {
    auto const letters = [](std::string& text) { return take_while(text, [](char c) { return !is_digit(c); }); };
    if (int const order = letters(left).compare(letters(right))) return order;
    std::string const m = take_number(left), n = take_number(right);
    if (m.size() != n.size()) return m.size() < n.size() ? -1 : 1;
    if (int const order = m.compare(n)) return order;
  }
  return 0;
}

bool satisfies_version(std::string const& version, std::string const& comparison, std::string const& wanted) {
  int const order = compare_versions(version, wanted);
  if (comparison == "<<") return order < 0;
  if (comparison == "<=") return order <= 0;
  if (comparison == "=") return order == 0;
  if (comparison == ">=") return order >= 0;
  if (comparison == ">>") return order > 0;
  throw base::InternalError("bind::satisfies_version: unknown comparison " + comparison);
}

} // namespace chemora::bind

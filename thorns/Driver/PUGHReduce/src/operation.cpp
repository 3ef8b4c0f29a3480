// The reduction operators and their names.
#include "operation.hpp"

#include <algorithm>
#include <cctype>

namespace pughreduce {
namespace {

constexpr NamedOperation names[] = {
    {"average", Operation::average}, {"mean", Operation::average},      {"count", Operation::count},
    {"maximum", Operation::maximum}, {"minimum", Operation::minimum},   {"norm1", Operation::norm1},
    {"L1Norm", Operation::norm1},    {"norm2", Operation::norm2},       {"L2Norm", Operation::norm2},
    {"norm3", Operation::norm3},     {"L3Norm", Operation::norm3},      {"norm4", Operation::norm4},
    {"L4Norm", Operation::norm4},    {"norm_inf", Operation::norm_inf}, {"sum", Operation::sum},
};

bool are_same(std::string_view a, std::string_view b) {
  auto const lower = [](unsigned char c) { return std::tolower(c); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

} // namespace

std::span<NamedOperation const> named_operations() { return names; }

std::optional<Operation> find_operation(std::string_view name) {
  for (auto const& [known, operation] : names)
    if (are_same(known, name)) return operation;
  return std::nullopt;
}

} // namespace pughreduce

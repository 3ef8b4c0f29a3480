/// Functions that make the choices of a search space.
#pragma once

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/tuning/search_space.hpp"

#include <fmt/format.h>

#include <bit>
#include <string>
#include <utility>
#include <vector>

namespace chemora::tuning {

/// Returns the smallest power of two that is at least `extent`. All extents with the same result belong to one class.
inline int class_of(int extent) { return static_cast<int>(std::bit_ceil(static_cast<unsigned>(extent))); }

inline int divide_up(int length, int parts) { return (length + parts - 1) / parts; }

/// Returns the first alternative for which `is_equal` is true.
template <class IsEqual>
int find_alternative(std::string const& name, int n_alternatives, IsEqual const& is_equal) {
  for (int n = 0; n < n_alternatives; ++n)
    if (is_equal(n)) return n;
  throw base::UserError(fmt::format("The search has no alternative of `{}` with the value in this plan.", name));
}

/// A choice among values of one member of a kernel's plan. `member` returns a reference to the member, and
/// `value(kernel, n)` its n-th value, which may depend on other members.
template <class Member, class Value>
Choice choice_of_member(std::string name, std::size_t kernel, int n_alternatives, Member member, Value value) {
  Choice choice{.name = fmt::format("{} of kernel {}", name, kernel + 1), .n_alternatives = n_alternatives};
  choice.set = [=](Draft& draft, int n) {
    plan::KernelPlan& mapping = draft.mappings[kernel];
    member(mapping) = value(std::as_const(mapping), n);
  };
  choice.get = [=, label = choice.name](Draft const& draft) {
    plan::KernelPlan mapping = draft.mappings[kernel];
    return find_alternative(label, n_alternatives,
                            [&](int n) { return member(mapping) == value(std::as_const(mapping), n); });
  };
  return choice;
}

/// A choice among fixed values of one member.
template <class T, class Member>
Choice choice_of_values(std::string name, std::size_t kernel, std::vector<T> values, Member member) {
  auto const n = static_cast<int>(values.size());
  return choice_of_member(std::move(name), kernel, n, member,
                          [values = std::move(values)](plan::KernelPlan const&, int k) -> T {
                            return values[static_cast<std::size_t>(k)];
                          });
}

} // namespace chemora::tuning

/// Signs of tensor components under reflection.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thorntools {

using Signs = std::array<int, 3>; ///< under reflection in x, y and z: +1 or -1

/// The indices of one component: 0 to 2 for x, y, z; -1 for time.
using Component = std::vector<int>;
using Components = std::vector<Component>;

namespace parity {

inline constexpr int time = -1, x = 0;

inline Components vector(int first) {
  Components result;
  for (int i = first; i < 3; ++i) result.push_back({i});
  return result;
}

/// Pairs of indices from `first` to 2, with the first index varying slowest. Symmetric tensors have only the pairs with
/// i <= j.
inline Components pairs(int first, bool is_symmetric) {
  Components result;
  for (int i = first; i < 3; ++i)
    for (int j = is_symmetric ? i : first; j < 3; ++j) result.push_back({i, j});
  return result;
}

inline Components product(Components const& slow, Components const& fast) {
  Components result;
  for (Component const& a : slow)
    for (Component const& b : fast) {
      result.push_back(a);
      result.back().insert(result.back().end(), b.begin(), b.end());
    }
  return result;
}

} // namespace parity

/// The components of a tensor type in the order of the variables of its group. The type is the value of the tag
/// tensortypealias in upper or lower case: scalar, 4scalar, u, d, 4u, 4d, uu_sym, dd_sym, uu, ud, du, dd, 4uu_sym,
/// 4dd_sym, dd_sym_d (symmetric in the first two indices), ddd_sym (symmetric in the last two indices). The result is
/// empty for other names.
inline std::optional<Components> components_of(std::string_view type) {
  using namespace parity;
  std::string name(type);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  if (name == "scalar" || name == "4scalar") return Components{{}};
  if (name == "u" || name == "d") return parity::vector(x);
  if (name == "4u" || name == "4d") return parity::vector(time);
  if (name == "uu_sym" || name == "dd_sym") return pairs(x, true);
  if (name == "4uu_sym" || name == "4dd_sym") return pairs(time, true);
  if (name == "uu" || name == "ud" || name == "du" || name == "dd") return pairs(x, false);
  if (name == "dd_sym_d") return product(pairs(x, true), parity::vector(x));
  if (name == "ddd_sym") return product(parity::vector(x), pairs(x, true));
  return std::nullopt;
}

/// A component changes its sign once for each index in the direction of the reflection.
inline Signs signs_of(Component const& component) {
  Signs signs = {1, 1, 1};
  for (int const index : component)
    if (index != parity::time) signs[index] = -signs[index];
  return signs;
}

/// The tensor type weylscalars_real has ten components, the real and imaginary parts of Psi0 to Psi4. Imaginary parts
/// change sign under reflection.
inline constexpr int n_weyl_scalars = 10;
inline Signs signs_of_weyl_scalar(int component) {
  int const sign = component % 2 == 0 ? 1 : -1;
  return {sign, sign, sign};
}

/// Parses the tag cartesianreflectionparities, which has three characters "+" or "-". The result is empty for other
/// texts.
inline std::optional<Signs> parse_signs(std::string_view text) {
  if (text.size() != 3 || text.find_first_not_of("+-") != std::string_view::npos) return std::nullopt;
  Signs signs;
  for (int d = 0; d < 3; ++d) signs[d] = text[d] == '+' ? 1 : -1;
  return signs;
}

/// Parses the tag mirrorsigns, which has three characters "+" or "-" for each variable; one space separates the
/// variables. The result is empty for other texts.
inline std::optional<std::vector<Signs>> parse_sign_list(std::string_view text) {
  std::vector<Signs> result;
  for (std::size_t at = 0; at <= text.size(); at += 4) {
    auto const signs = parse_signs(text.substr(at, 3));
    if (!signs || (at + 3 < text.size() && text[at + 3] != ' ')) return std::nullopt;
    result.push_back(*signs);
    if (at + 3 == text.size()) return result;
  }
  return std::nullopt;
}

} // namespace thorntools

// How the components of a tensor change their signs in a mirror.
#include "tensor_parity.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace reflection {
namespace {

using Components = std::vector<Component>;

Components vector(int first) {
  Components all;
  for (int i = first; i < 3; ++i) all.push_back({i});
  return all;
}

// The first index varies slowest; of symmetric pairs, those with i <= j.
Components pairs(int first, bool is_symmetric) {
  Components all;
  for (int i = first; i < 3; ++i)
    for (int j = is_symmetric ? i : first; j < 3; ++j) all.push_back({i, j});
  return all;
}

Components product(Components const& slow, Components const& fast) {
  Components all;
  for (Component const& a : slow)
    for (Component const& b : fast) {
      all.push_back(a);
      all.back().insert(all.back().end(), b.begin(), b.end());
    }
  return all;
}

constexpr int time = -1, x = 0;

} // namespace

std::optional<Components> components_of(std::string_view type) {
  std::string name(type);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  if (name == "scalar" || name == "4scalar") return Components{{}};
  if (name == "u" || name == "d") return vector(x);
  if (name == "4u" || name == "4d") return vector(time);
  if (name == "uu_sym" || name == "dd_sym") return pairs(x, true);
  if (name == "4uu_sym" || name == "4dd_sym") return pairs(time, true);
  if (name == "uu" || name == "ud" || name == "du" || name == "dd") return pairs(x, false);
  if (name == "dd_sym_d") return product(pairs(x, true), vector(x));
  if (name == "ddd_sym") return product(vector(x), pairs(x, true));
  return std::nullopt;
}

Signs signs_of(Component const& component) {
  Signs signs = {1, 1, 1};
  for (int const index : component)
    if (index != time) signs[index] = -signs[index];
  return signs;
}

Signs signs_of_weyl_scalar(int component) {
  int const sign = component % 2 == 0 ? 1 : -1;
  return {sign, sign, sign};
}

std::optional<Signs> parse_signs(std::string_view text) {
  if (text.size() != 3 || text.find_first_not_of("+-") != std::string_view::npos) return std::nullopt;
  Signs signs;
  for (int d = 0; d < 3; ++d) signs[d] = text[d] == '+' ? 1 : -1;
  return signs;
}

} // namespace reflection

// How the components of a tensor change their signs in a mirror.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace reflection {

using Signs = std::array<int, 3>; // in a mirror across x, y and z: +1 or -1

// The indices of one component: 0 to 2 for x, y, z; -1 for time.
using Component = std::vector<int>;

// The components of a tensor type in the order of the variables of its group, by the tag tensortypealias (upper and
// lower case are the same): scalar, 4scalar, u, d, 4u, 4d, uu_sym, dd_sym, uu, ud, du, dd, 4uu_sym, 4dd_sym, dd_sym_d
// (symmetric in the first two), ddd_sym (in the last two). Nothing for other names.
std::optional<std::vector<Component>> components_of(std::string_view type);

// A component changes its sign once for each of its indices that points across the mirror.
Signs signs_of(Component const& component);

// weylscalars_real: ten numbers, real and imaginary part of Psi0 to Psi4 in turn; imaginary parts change sign.
inline constexpr int n_weyl_scalars = 10;
Signs signs_of_weyl_scalar(int component);

// The tag cartesianreflectionparities, three of "+" and "-". Nothing for other texts.
std::optional<Signs> parse_signs(std::string_view text);

} // namespace reflection

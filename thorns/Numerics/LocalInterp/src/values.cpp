#include "values.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"

#include <complex>
#include <type_traits>

namespace localinterp {
namespace {

using thorntools::Part;
using thorntools::with_complex;
using thorntools::with_integer;
using thorntools::with_real;

/// The type in which values are summed.
template <typename T>
struct WideType {
  using type = std::conditional_t<(std::is_floating_point_v<T> && sizeof(T) > sizeof(double)), T, double>;
};
template <typename T>
struct WideType<std::complex<T>> {
  using type = std::complex<typename WideType<T>::type>;
};
template <typename T>
using Wide = typename WideType<T>::type;

template <typename T>
Wide<T> sum(T const* data, Input const& input, Stencil const& stencil, int order, int n_dims) {
  using Real = Part<Wide<T>>;
  auto const last = [&](int d) { return d < n_dims ? order : 0; };
  auto const weight = [&](int d, int i) { return static_cast<Real>(stencil.coefficients[d][i]); };
  auto const& first = stencil.first;
  auto const& shape = input.shape;
  Wide<T> total{};
  for (int l = 0; l <= last(3); ++l) {
    Wide<T> volume{};
    for (int k = 0; k <= last(2); ++k) {
      Wide<T> plane{};
      for (int j = 0; j <= last(1); ++j) {
        std::size_t const begin =
            first[0] + std::size_t(shape[0]) *
                           (first[1] + j +
                            std::size_t(shape[1]) * (first[2] + k + std::size_t(shape[2]) * std::size_t(first[3] + l)));
        Wide<T> line{};
        for (int i = 0; i <= last(0); ++i) line += static_cast<Wide<T>>(data[begin + i]) * weight(0, i);
        plane += line * weight(1, j);
      }
      volume += plane * weight(2, k);
    }
    total += volume * weight(3, l);
  }
  return total;
}

template <typename W>
void store(W value, Output const& output, int point) {
  auto const real = [&](auto t) {
    using T = typename decltype(t)::type;
    if constexpr (std::is_floating_point_v<W>) static_cast<T*>(output.data)[point] = static_cast<T>(value);
  };
  auto const complex = [&](auto t) {
    using T = typename decltype(t)::type;
    static_cast<T*>(output.data)[point] = static_cast<T>(std::complex(value));
  };
  if (!with_real(output.type, real)) with_complex(output.type, complex);
}

} // namespace

bool is_convertible(int in, int out) {
  auto const nothing = [](auto) {};
  if (with_complex(in, nothing)) return with_complex(out, nothing);
  return (with_integer(in, nothing) || with_real(in, nothing)) &&
         (with_real(out, nothing) || with_complex(out, nothing));
}

void interpolate(Input const& input, Stencil const& stencil, int order, int n_dims, Output const& output, int point) {
  auto const visit = [&](auto t) {
    using T = typename decltype(t)::type;
    store(sum(static_cast<T const*>(input.data), input, stencil, order, n_dims), output, point);
  };
  if (!with_real(input.type, visit) && !with_complex(input.type, visit)) with_integer(input.type, visit);
}

} // namespace localinterp

// Reduces one array in memory.
#include "reduce.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"

#include <cmath>
#include <type_traits>

namespace localreduce {
namespace {

using thorntools::is_complex;

// Calls visit(element) for each point that counts.
template <typename Visit>
void for_each_point(int n_dims, CCTK_INT const* extents, Options const& options, Visit visit) {
  std::vector<CCTK_INT> count(n_dims), step(n_dims, 0);
  for (int d = 0; d < n_dims; ++d) {
    count[d] = (options.end[d] - options.begin[d]) / options.stride[d]; // whole strides only
    if (count[d] <= 0) return;
  }
  for (;;) {
    std::size_t element = 0;
    for (int d = n_dims - 1; d >= 0; --d)
      element = element * static_cast<std::size_t>(extents[d]) +
                static_cast<std::size_t>(options.begin[d] + step[d] * options.stride[d]);
    visit(element);
    int d = 0;
    while (d < n_dims && ++step[d] == count[d]) step[d++] = 0;
    if (d == n_dims) return;
  }
}

template <typename Integer>
bool store_integer(Real value, bool saturates, void* number) {
  using Limits = std::numeric_limits<Integer>;
  if (saturates && std::isinf(value)) value = value > 0 ? Limits::max() : Limits::min();
  Real const truncated = std::trunc(value);
  if (!(truncated >= static_cast<Real>(Limits::min()) && truncated <= static_cast<Real>(Limits::max()))) return false;
  *static_cast<Integer*>(number) = static_cast<Integer>(truncated);
  return true;
}

} // namespace

bool is_reducible(int type) {
  return thorntools::with_number(type, [](auto) {});
}

Total reduce(void const* data, int type, int n_dims, CCTK_INT const* extents, CCTK_INT offset, Options const& options,
             Operation operation, int result_type) {
  Total total;
  thorntools::with_number(result_type, [&](auto t) { total.is_cut = std::is_integral_v<typename decltype(t)::type>; });
  thorntools::with_number(type, [&](auto t) {
    using T = typename decltype(t)::type;
    using Wide = std::conditional_t<is_complex<T>, Complex, Real>;
    auto const* const values = static_cast<T const*>(data) + offset;
    for_each_point(n_dims, extents, options, [&](std::size_t element) {
      total.add(operation, static_cast<Wide>(values[element]), options.weight ? options.weight[element] : 1);
    });
  });
  return total;
}

bool store(Complex result, int type, bool saturates, void* number) {
  bool is_possible = false;
  thorntools::with_number(type, [&](auto t) {
    using T = typename decltype(t)::type;
    if constexpr (is_complex<T>) {
      *static_cast<T*>(number) = static_cast<T>(result);
      is_possible = true;
    } else if (result.imag() == 0) {
      if constexpr (std::is_integral_v<T>)
        is_possible = store_integer<T>(result.real(), saturates, number);
      else
        is_possible = true, *static_cast<T*>(number) = static_cast<T>(result.real());
    }
  });
  return is_possible;
}

} // namespace localreduce

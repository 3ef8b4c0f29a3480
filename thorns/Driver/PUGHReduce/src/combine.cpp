// From the partial reductions of all processes to results of the type asked for.
#include "combine.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"
#include "cctk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace pughreduce {
namespace {

constexpr int n_sum = ExactSum::n_integers;
constexpr int n_integers = 2 * n_sum + 2;      // both sums, count of NaN, count of points
constexpr std::size_t most_per_message = 8192; // about 10 MB: MPI counts in ints, and the memory stays small

void write_state(Partial& partial, std::int64_t* to) {
  auto const copy = [&to](ExactSum& sum) { to = std::copy_n(sum.settled_state().begin(), n_sum, to); };
  copy(partial.sum);
  copy(partial.imaginary_sum);
  *to++ = partial.n_nan;
  *to = partial.n_points;
}

void read_state(std::int64_t const* from, Partial& partial) {
  auto const copy = [&from](ExactSum& sum) {
    ExactSum::State state;
    std::copy_n(from, n_sum, state.begin());
    sum.set_state(state);
    from += n_sum;
  };
  copy(partial.sum);
  copy(partial.imaginary_sum);
  partial.n_nan = *from++;
  partial.n_points = *from;
}

template <typename Integer>
bool fits(double truncated) {
  double const limit = std::ldexp(1.0, std::numeric_limits<Integer>::digits);
  return truncated < limit && truncated >= static_cast<double>(std::numeric_limits<Integer>::min());
}

// As many as fit into one call of MPI.
void combine_some(std::span<Partial> partials, Operation operation, MPI_Comm communicator) {
  std::vector<std::int64_t> integers(partials.size() * n_integers);
  std::vector<double> extremes;
  for (std::size_t i = 0; i < partials.size(); ++i) {
    write_state(partials[i], integers.data() + i * n_integers);
    extremes.push_back(partials[i].extreme);
  }
  MPI_Allreduce(MPI_IN_PLACE, integers.data(), static_cast<int>(integers.size()), MPI_INT64_T, MPI_SUM, communicator);
  if (is_extreme(operation))
    MPI_Allreduce(MPI_IN_PLACE, extremes.data(), static_cast<int>(extremes.size()), MPI_DOUBLE, MPI_MAX, communicator);
  for (std::size_t i = 0; i < partials.size(); ++i) {
    read_state(integers.data() + i * n_integers, partials[i]);
    partials[i].extreme = extremes[i];
  }
}

} // namespace

void combine(std::span<Partial> partials, Operation operation, MPI_Comm communicator) {
  for (std::size_t begin = 0; begin < partials.size(); begin += most_per_message)
    combine_some(partials.subspan(begin, std::min(most_per_message, partials.size() - begin)), operation, communicator);
}

std::complex<double> result(Partial const& partial, Operation operation, std::optional<double> weight) {
  auto const n = weight.value_or(static_cast<double>(partial.n_points));
  double const sum = partial.sum.value();
  double const nan = std::numeric_limits<double>::quiet_NaN();
  if (operation == Operation::count) return static_cast<double>(partial.n_points);
  if (operation == Operation::sum) return {sum, partial.imaginary_sum.value()};
  if (partial.n_points == 0 || partial.n_nan > 0) return nan;
  switch (operation) {
  case Operation::minimum:
    return 0.0 - partial.extreme;
  case Operation::maximum:
  case Operation::norm_inf:
    return partial.extreme;
  case Operation::average:
    return {sum / n, partial.imaginary_sum.value() / n};
  case Operation::norm1:
    return sum / n;
  case Operation::norm2:
    return std::sqrt(sum / n);
  case Operation::norm3:
    return std::cbrt(sum / n);
  case Operation::norm4:
    return std::sqrt(std::sqrt(sum / n));
  default:
    return nan;
  }
}

bool store(std::complex<double> result, int type, void* array, std::size_t index) {
  bool is_possible = false;
  thorntools::with_number(type, [&](auto t) {
    using T = typename decltype(t)::type;
    auto& number = static_cast<T*>(array)[index];
    if constexpr (thorntools::is_complex<T>) {
      is_possible = true;
      number = T(result);
    } else if constexpr (std::is_integral_v<T>) {
      is_possible = fits<T>(std::trunc(result.real()));
      if (is_possible) number = static_cast<T>(std::trunc(result.real()));
    } else {
      is_possible = result.imag() == 0;
      if (is_possible) number = static_cast<T>(result.real());
    }
  });
  return is_possible;
}

} // namespace pughreduce

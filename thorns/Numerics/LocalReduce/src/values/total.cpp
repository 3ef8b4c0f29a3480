#include "total.hpp"

#include <cmath>

namespace localreduce {
namespace {

Real ordered(Real value) { return value; }
Real ordered(Complex value) { return std::abs(value); }

Real power(Real magnitude, Operation operation) {
  switch (operation) {
  case Operation::norm2:
    return magnitude * magnitude;
  case Operation::norm3:
    return magnitude * magnitude * magnitude;
  case Operation::norm4:
    return magnitude * magnitude * magnitude * magnitude;
  default:
    return magnitude;
  }
}

void compare(Total& total, Real value) {
  ++total.n_ordered;
  if (std::isnan(value))
    ++total.n_nan;
  else if (value > total.extreme)
    total.extreme = value;
}

Real truncate(Real value) { return std::trunc(value); }
Complex truncate(Complex value) { return {truncate(value.real()), truncate(value.imag())}; }

template <typename Value>
void add_value(Total& total, Operation operation, Value value, Real weight) {
  ++total.n_values;
  total.weight += weight;
  switch (operation) {
  case Operation::count:
    return;
  case Operation::minimum:
    return weight != 0 ? compare(total, -ordered(value)) : void();
  case Operation::maximum:
    return weight != 0 ? compare(total, ordered(value)) : void();
  case Operation::norm_inf:
    return compare(total, std::abs(value * weight));
  case Operation::sum:
  case Operation::average:
    total.sum += total.truncates ? truncate(truncate(value) * weight) : value * weight;
    return;
  default:
    total.sum += power(std::abs(value * weight), operation);
  }
}

Real root(Real value, Operation operation) {
  switch (operation) {
  case Operation::norm2:
    return std::sqrt(value);
  case Operation::norm3:
    return std::cbrt(value);
  case Operation::norm4:
    return std::sqrt(std::sqrt(value));
  default:
    return value;
  }
}

} // namespace

void Total::add(Operation operation, Real value, Real w) { add_value(*this, operation, value, w); }
void Total::add(Operation operation, Complex value, Real w) { add_value(*this, operation, value, w); }

bool is_extreme(Operation operation) {
  return operation == Operation::minimum || operation == Operation::maximum || operation == Operation::norm_inf;
}

Complex result(Total const& total, Operation operation) {
  Real const nan = std::numeric_limits<Real>::quiet_NaN();
  if (is_extreme(operation) && total.n_ordered == 0) return nan;
  Complex const partial = partial_result(total, operation);
  if (operation == Operation::count || operation == Operation::sum || is_extreme(operation)) return partial;
  if (total.weight == 0) return nan;
  if (operation == Operation::average) return partial / total.weight;
  return root(partial.real() / total.weight, operation);
}

Complex partial_result(Total const& total, Operation operation) {
  if (operation == Operation::count) return static_cast<Real>(total.n_values);
  if (!is_extreme(operation)) return total.sum;
  if (total.n_nan > 0) return std::numeric_limits<Real>::quiet_NaN();
  return operation == Operation::minimum ? 0 - total.extreme : total.extreme;
}

} // namespace localreduce

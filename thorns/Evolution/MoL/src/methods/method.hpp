/// Time integrators as tables of coefficients, their selection by the parameters of MoL, and the time steps for which
/// they are stable. A method is a list of substeps, each of which consists of linear combinations.
///
/// For u' = f(u) and a step dt, a substep evaluates rhs = f(current) and then assigns
///     target <- scale * target + sum over terms of coefficient * source
/// where a source is the current value, the previous value (at the beginning of the step), dt * rhs, or a scratch
/// value. For example, RK2 is  current <- current + dt rhs;   current <- 1/2 current + 1/2 previous + 1/2 dt rhs.
/// Multirate methods have a second list for slow variables, whose right-hand sides they evaluate less often.
#pragma once

#include <numeric>
#include <string>
#include <vector>

namespace mol {

/// A fraction of two integers in lowest terms. The coefficients of methods are exact fractions, so that tests can
/// verify order conditions. This thorn has its own type because it compiles in any Cactus, without further libraries.
class Ratio {
public:
  constexpr Ratio(long long numerator = 0, long long denominator = 1) {
    long long const sign = denominator < 0 ? -1 : 1;
    long long const divisor = std::gcd(numerator, denominator);
    numerator_ = sign * numerator / divisor;
    denominator_ = sign * denominator / divisor;
  }

  constexpr long long numerator() const { return numerator_; }
  constexpr long long denominator() const { return denominator_; }
  /// The nearest double if numerator and denominator are below 2^53.
  explicit constexpr operator double() const {
    return static_cast<double>(numerator_) / static_cast<double>(denominator_);
  }

  friend constexpr bool operator==(Ratio, Ratio) = default;
  friend constexpr Ratio operator*(Ratio a, Ratio b) {
    Ratio const across(a.numerator_, b.denominator_),
        back(b.numerator_, a.denominator_); // avoids overflow of the products
    return {across.numerator_ * back.numerator_, across.denominator_ * back.denominator_};
  }
  friend constexpr Ratio operator+(Ratio a, Ratio b) {
    long long const common = std::lcm(a.denominator_, b.denominator_);
    return {a.numerator_ * (common / a.denominator_) + b.numerator_ * (common / b.denominator_), common};
  }
  friend constexpr Ratio operator-(Ratio a, Ratio b) { return a + Ratio(-1) * b; }

private:
  long long numerator_, denominator_;
};

/// Operands of assignments. Scratch value k has the code `scratch + k`; past_rhs(k) is the right-hand side k steps ago.
enum Value : int { current, previous, rhs, scratch };
constexpr int past_rhs(int steps_ago) { return steps_ago == 0 ? static_cast<int>(rhs) : -steps_ago; }
constexpr bool is_rhs(int value) { return value == rhs || value < 0; }

template <class Number>
struct Term {
  int source;
  Number coefficient; ///< a right-hand side is multiplied by coefficient * dt
};

template <class Number>
struct Assignment {
  int target; ///< `current`, or the code of a scratch value
  Number scale;
  std::vector<Term<Number>> terms;
};

template <class Number>
struct Substep {
  Number step;                                      ///< cctk_delta_time during the substep, as a fraction of dt
  std::vector<Assignment<Number>> update;           ///< assignments after the right-hand side is evaluated
  std::vector<Assignment<Number>> prepare = {};     ///< assignments before the right-hand side is evaluated
  std::vector<Assignment<Number>> slow_update = {}; ///< the `update` of slow variables (multirate methods)
  bool evaluates_slow = true;                       ///< whether the substep evaluates slow right-hand sides
  bool finishes_slow = true;                        ///< whether slow variables need synchronisation after the substep
};

template <class Number>
struct Method {
  std::string name;
  int order = 0; ///< order of accuracy; 0: unknown
  std::vector<Substep<Number>> substeps;
  std::vector<Number> stage_times = {}; ///< times at which f is evaluated; empty: computed by times()
  std::vector<Term<Number>> error = {}; ///< main solution minus the one of order - 1 (embedded methods)

  int n_substeps() const { return static_cast<int>(substeps.size()); }
  bool is_multirate() const { return !substeps.empty() && !substeps.front().slow_update.empty(); }
};

/// The number of scratch values that the assignments of a method use.
template <class Number>
int n_scratch(Method<Number> const& method) {
  int n = 0;
  auto const count = [&](int value) { n = value - scratch + 1 > n ? value - scratch + 1 : n; };
  for (auto const& substep : method.substeps)
    for (auto const* list : {&substep.prepare, &substep.update, &substep.slow_update})
      for (auto const& assignment : *list) {
        count(assignment.target);
        for (auto const& term : assignment.terms) count(term.source);
      }
  return n;
}

/// Executes the assignments. value(current), value(previous), value(rhs), ... return references to the operands.
/// Operand is any type that has sums and products and can be constructed from Number. Right-hand sides are multiplied
/// by `step`.
template <class Number, class Operand, class Function>
void assign_to(std::vector<Assignment<Number>> const& assignments, Operand const& step, Function const& value) {
  for (auto const& assignment : assignments) {
    Operand sum = Operand(assignment.scale) * value(assignment.target);
    for (auto const& term : assignment.terms) {
      Operand const factor = is_rhs(term.source) ? Operand(term.coefficient) * step : Operand(term.coefficient);
      sum = sum + factor * value(term.source);
    }
    value(assignment.target) = sum;
  }
}

/// Executes the assignments of a method without past right-hand sides on values[current], values[previous], ...
template <class Number, class Operand>
void assign(std::vector<Assignment<Number>> const& assignments, Operand const& step, std::vector<Operand>& values) {
  assign_to(assignments, step, [&](int value) -> Operand& { return values[value]; });
}

/// The time of the current values at the beginning (0) and after each substep, as fractions of dt. The last time is 1.
/// If stage_times is empty, the function computes the times by integrating t' = 1 with the method.
template <class Number>
std::vector<Number> times(Method<Number> const& method) {
  if (!method.stage_times.empty()) {
    std::vector<Number> result = method.stage_times;
    result.push_back(Number(1));
    return result;
  }
  std::vector<Number> values(scratch + n_scratch(method), Number(0));
  std::vector<Number> result{Number(0)};
  for (auto const& substep : method.substeps) {
    assign(substep.prepare, Number(1), values);
    values[rhs] = Number(1);
    assign(substep.update, Number(1), values);
    result.push_back(values[current]);
  }
  return result;
}

/// Converts the coefficients of a method to another type with the function `number`.
template <class To, class From, class Function>
Method<To> convert(Method<From> const& method, Function const& number) {
  auto const terms = [&](std::vector<Term<From>> const& list) {
    std::vector<Term<To>> result;
    for (auto const& term : list) result.push_back({term.source, number(term.coefficient)});
    return result;
  };
  auto const assignments = [&](std::vector<Assignment<From>> const& list) {
    std::vector<Assignment<To>> result;
    for (auto const& assignment : list)
      result.push_back({assignment.target, number(assignment.scale), terms(assignment.terms)});
    return result;
  };
  Method<To> result{method.name, method.order, {}, {}, terms(method.error)};
  for (auto const& substep : method.substeps)
    result.substeps.push_back({number(substep.step), assignments(substep.update), assignments(substep.prepare),
                               assignments(substep.slow_update), substep.evaluates_slow, substep.finishes_slow});
  for (auto const& time : method.stage_times) result.stage_times.push_back(number(time));
  return result;
}

/// Values of MoL's parameters, which param.ccl describes.
struct MethodOptions {
  std::string ode_method = "ICN";
  std::string generic_type = "RK";
  int n_substeps = 0; ///< MoL_Intermediate_Steps; 0: number of substeps of the method
  int n_scratch = 0;  ///< MoL_Num_Scratch_Levels; 0: number of scratch values of the method
  double icn_theta = 0.5;
  bool icn_swapped = false;
  std::vector<double> alpha = {}, beta = {}; ///< coefficients of Generic_Type = Table
  double tiny = 0;
  int ab_order = 1; ///< AB_Type
  bool ab_starts_at_order_1 = true;
  bool is_adaptive = false;
};

struct Integrator {
  Method<double> method;
  std::vector<Method<double>> start; ///< methods of the first steps, in which a multistep method has no past values
  std::vector<double> times;         ///< result of times(), computed in exact fractions and rounded once
  std::vector<std::string> errors;   ///< error messages; the method is usable only if there are none
};

/// The allowed values of MoL::ODE_Method.
std::vector<std::string> ode_methods();

/// Selects the integrator. Names of methods are compared without regard to case, like keyword parameters.
Integrator choose_method(MethodOptions const& options);

/// Limits on |lambda| dt for which a method is stable for u' = lambda u. Limits of multistep methods are not computed
/// and are infinite.
struct StabilityLimits {
  double imaginary; ///< limit for imaginary lambda (waves, centred differences): |u| grows by at most 1% per step
  double any; ///< upper bound (at most 0.04 too large) of |Im lambda| dt over all stable lambda with Re lambda <= 0
};

StabilityLimits stability_limits(Method<double> const& method);

/// The largest modified wave number, in units of 1 / spacing, of the centred first derivative of order 2 * radius,
/// which reads `radius` neighbours on each side: 1, 1.372, 1.586, ...; 0 for radius 0.
double max_modified_wave_number(int radius);

} // namespace mol

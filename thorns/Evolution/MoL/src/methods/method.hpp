// What a time integrator is here: a list of substeps, each a few linear combinations. One form serves all methods.
//
// For u' = f(u) and a step dt, a substep evaluates rhs = f(current) and then assigns
//     target <- scale * target + sum over terms of coefficient * source
// where a source is the current value, the previous value (at the beginning of the step), dt * rhs, or a scratch value.
// RK2, for instance:  current <- current + dt rhs;   current <- 1/2 current + 1/2 previous + 1/2 dt rhs.
// Multirate methods have a second list for variables that change slowly, whose right-hand sides they evaluate less
// often.
#pragma once

#include <string>
#include <vector>

namespace mol {

// Values that assignments name; scratch value k is `scratch + k`, the right-hand side of k steps ago `past_rhs(k)`.
enum Value : int { current, previous, rhs, scratch };
constexpr int past_rhs(int steps_ago) { return steps_ago == 0 ? static_cast<int>(rhs) : -steps_ago; }
constexpr bool is_rhs(int value) { return value == rhs || value < 0; }

template <class Number>
struct Term {
  int source;
  Number coefficient; // right-hand sides are multiplied by dt besides
};

template <class Number>
struct Assignment {
  int target; // current or a scratch value
  Number scale;
  std::vector<Term<Number>> terms;
};

template <class Number>
struct Substep {
  Number step;                                      // cctk_delta_time during the substep, as a fraction of dt
  std::vector<Assignment<Number>> update;           // after the right-hand side has been evaluated
  std::vector<Assignment<Number>> prepare = {};     // before: ICN-avg evaluates it for an average
  std::vector<Assignment<Number>> slow_update = {}; // multirate methods: of the slow variables
  bool evaluates_slow = true;                       // false: the slow right-hand sides keep their values
  bool finishes_slow = true;                        // false: the slow variables are not to be synchronised afterwards
};

template <class Number>
struct Method {
  std::string name;
  int order = 0; // of accuracy; 0: not known
  std::vector<Substep<Number>> substeps;
  std::vector<Number> stage_times = {}; // of the evaluations, if they are given; times() tells them always
  std::vector<Term<Number>> error = {}; // embedded methods: solution of `order` minus solution of `order - 1`

  int n_substeps() const { return static_cast<int>(substeps.size()); }
  bool is_multirate() const { return !substeps.empty() && !substeps.front().slow_update.empty(); }
};

// The number of scratch values that the assignments name.
template <class Number>
int n_scratch(Method<Number> const& method) {
  int most = 0;
  auto const see = [&](int value) { most = value - scratch + 1 > most ? value - scratch + 1 : most; };
  for (auto const& substep : method.substeps)
    for (auto const* list : {&substep.prepare, &substep.update, &substep.slow_update})
      for (auto const& assignment : *list) {
        see(assignment.target);
        for (auto const& term : assignment.terms) see(term.source);
      }
  return most;
}

// Carries out the assignments on value(current), value(previous), value(rhs), ..., references to any type that has sums
// and products with Number; `step` multiplies right-hand sides.
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

// The same for methods without past right-hand sides: values[current], values[previous], values[rhs], ...
template <class Number, class Operand>
void assign(std::vector<Assignment<Number>> const& assignments, Operand const& step, std::vector<Operand>& values) {
  assign_to(assignments, step, [&](int value) -> Operand& { return values[value]; });
}

// The times of the values, as fractions of dt: of the initial value (0), after substep 1, 2, ...; the last is 1.
// They follow from the assignments, since these also integrate the time itself, t' = 1.
template <class Number>
std::vector<Number> times(Method<Number> const& method) {
  if (!method.stage_times.empty()) {
    std::vector<Number> found = method.stage_times;
    found.push_back(Number(1));
    return found;
  }
  std::vector<Number> values(scratch + n_scratch(method), Number(0));
  std::vector<Number> found{Number(0)};
  for (auto const& substep : method.substeps) {
    assign(substep.prepare, Number(1), values);
    values[rhs] = Number(1);
    assign(substep.update, Number(1), values);
    found.push_back(values[current]);
  }
  return found;
}

// The same method with numbers of another type, each made by `number(old)`.
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

} // namespace mol

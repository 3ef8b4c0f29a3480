// What a time integrator is here: a list of substeps, each a few linear combinations. One form serves all methods.
//
// For u' = f(u) and a step dt, a substep evaluates rhs = f(current) and then assigns
//     target <- scale * target + sum over terms of coefficient * source
// where a source is the current value, the previous value (at the beginning of the step), dt * rhs, or a scratch value.
// RK2, for instance:  current <- current + dt rhs;   current <- 1/2 current + 1/2 previous + 1/2 dt rhs.
#pragma once

#include <string>
#include <vector>

namespace mol {

// Values that assignments name; scratch value k is `scratch + k`.
enum Value : int { current, previous, rhs, scratch };

template <class Number>
struct Term {
  int source;
  Number coefficient; // the source rhs is multiplied by dt besides
};

template <class Number>
struct Assignment {
  int target; // current or a scratch value
  Number scale;
  std::vector<Term<Number>> terms;
};

template <class Number>
struct Substep {
  Number step;                             // cctk_delta_time during the substep, as a fraction of dt
  std::vector<Assignment<Number>> update;  // after the right-hand side has been evaluated
  std::vector<Assignment<Number>> prepare; // before: ICN-avg evaluates it for an average
};

template <class Number>
struct Method {
  std::string name;
  int order = 0; // of accuracy; 0: not known
  std::vector<Substep<Number>> substeps;

  int n_substeps() const { return static_cast<int>(substeps.size()); }
};

// The number of scratch values that the assignments name.
template <class Number>
int n_scratch(Method<Number> const& method) {
  int most = 0;
  auto const see = [&](int value) { most = value - scratch + 1 > most ? value - scratch + 1 : most; };
  for (auto const& substep : method.substeps)
    for (auto const* list : {&substep.prepare, &substep.update})
      for (auto const& assignment : *list) {
        see(assignment.target);
        for (auto const& term : assignment.terms) see(term.source);
      }
  return most;
}

// Carries out the assignments on values[current], values[previous], values[rhs], values[scratch], ... of any type that
// has sums and products with Number; `step` multiplies rhs.
template <class Number, class Operand>
void assign(std::vector<Assignment<Number>> const& assignments, Operand const& step, std::vector<Operand>& values) {
  for (auto const& assignment : assignments) {
    Operand sum = Operand(assignment.scale) * values[assignment.target];
    for (auto const& term : assignment.terms) {
      Operand const factor = term.source == rhs ? Operand(term.coefficient) * step : Operand(term.coefficient);
      sum = sum + factor * values[term.source];
    }
    values[assignment.target] = sum;
  }
}

// The times of the values, as fractions of dt: of the initial value (0), after substep 1, 2, ...; the last is 1.
// They follow from the assignments, since these also integrate the time itself, t' = 1.
template <class Number>
std::vector<Number> times(Method<Number> const& method) {
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
  auto const assignments = [&](std::vector<Assignment<From>> const& list) {
    std::vector<Assignment<To>> result;
    for (auto const& assignment : list) {
      result.push_back({assignment.target, number(assignment.scale), {}});
      for (auto const& term : assignment.terms) result.back().terms.push_back({term.source, number(term.coefficient)});
    }
    return result;
  };
  Method<To> result{method.name, method.order, {}};
  for (auto const& substep : method.substeps)
    result.substeps.push_back({number(substep.step), assignments(substep.update), assignments(substep.prepare)});
  return result;
}

} // namespace mol

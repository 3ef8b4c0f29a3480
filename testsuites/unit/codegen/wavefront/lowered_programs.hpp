/// A program whose functions the tests lower in several ways, with its inputs and random problems.
#pragma once

#include "codegen/recursion/recursion.hpp"
#include "codegen/wavefront/lowered.hpp"
#include "testsuites/unit/codegen/wavefront/lowered_runs.hpp"

#include <random>

namespace chemora::wavefront::tests {

constexpr char const* lowered_program = R"(
alphabet dna = "ACGT"
int d(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 then j else if j == 0 then i
  else if s[i - 1] == t[j - 1] then d(i - 1, j - 1)
  else (d(i - 1, j) min d(i, j - 1) min d(i - 1, j - 1)) + 1
int h(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 0
  else 0 max (h(i - 1, j - 1) + m[q[i - 1], t[j - 1]]) max e(i, j) max f(i, j)
int e(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if j == 0 then -infinity else (h(i, j - 1) - 3) max (e(i, j - 1) - 1)
int f(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if i == 0 then -infinity else (h(i - 1, j) - 3) max (f(i - 1, j) - 1)
int search(matrix[dna] m, seq[dna] q, seq[dna] t) = max(i in index[q], j in index[t]: h(i, j))
int overlap(matrix[dna] m, seq[dna] q, seq[dna] t) = max(i in index[q]: h(i, length(t)))
int total(matrix[dna] m, seq[dna] q, seq[dna] t) = sum(i in index[q], j in index[t]: h(i, j))
int pairs(seq[dna] s, index[s] i, index[s] j) =
  if j <= i + 1 then 0
  else (pairs(i + 1, j - 1) + (if s[i] == 'A' and s[j - 1] == 'T' then 1 else 0))
    max max(k in i + 1 .. j - 1: pairs(i, k) + pairs(k, j))
int fold(seq[dna] s) = pairs(0, length(s))
int back(seq[dna] s, index[s] i) =
  if i == length(s) then 0 else if s[i] == 'A' then back(i + 1) + 1 else back(i + 1) max 2
int first(seq[dna] s) = back(0)
int jump(seq[dna] s, index[s] i) =
  if i < 3 then i else if s[i - 1] == 'C' then jump(i - 3) + 2 else (jump(i - 1) min (jump(i - 2) + 3)) - i
prob forward(hmm h, state[h] s, seq[dna] x, index[x] i) =
  if i == 0 then (if s.isstart then 1.0 else 0.0)
  else (if s.isend then 1.0 else s.emission[x[i - 1]]) * sum(t in s.transitionsto: t.prob * forward(t.start, i - 1))
prob silent(hmm h, state[h] s, seq[dna] x, index[x] i) =
  if s.isend then sum(t in s.transitionsto: t.prob * silent(t.start, i))
  else if i == 0 then (if s.isstart then 1.0 else 0.0)
  else s.emission[x[i - 1]] * sum(t in s.transitionsto: t.prob * silent(t.start, i - 1))
prob best(hmm h, state[h] s, seq[dna] x, index[x] i) =
  if s.isend then max(t in s.transitionsto: t.prob * best(t.start, i))
  else if i == 0 then (if s.isstart then 1.0 else 0.0)
  else s.emission[x[i - 1]] * max(t in s.transitionsto: t.prob * best(t.start, i - 1))
prob inside(seq[dna] x, index[x] i, index[x] j) =
  if j <= i + 1 then 0.5
  else 0.25 * inside(i + 1, j - 1) * (if x[i] == x[j - 1] then 0.875 else 0.0625)
    + sum(k in i + 1 .. j - 1: 0.125 * inside(i, k) * inside(k, j))
prob folded(seq[dna] x) = inside(0, length(x))
prob mixed(seq[dna] x, index[x] i) =
  if i == 0 then 1.0 else if x[i - 1] == 'A' then 0.25 else 0.125 * mixed(i - 1) + 0.0078125
prob largest(seq[dna] x) = max(i in index[x]: mixed(i))
prob summed(seq[dna] x) = sum(i in index[x]: mixed(i))
prob tiny(seq[dna] x, index[x] i) = if i == 0 then 1.0 else 0.0000001 * tiny(i - 1)
prob square(seq[dna] x, index[x] i) = tiny(i) * tiny(i)
float score(seq[dna] x, index[x] i) =
  if i == 0 then 0.0 else if mixed(i) > 0.5 * mixed(i - 1) then score(i - 1) + 1.0 else 0.5 * score(i - 1)
int three(seq[dna] s, index[s] i, seq[dna] t, index[t] j, seq[dna] u, index[u] k) =
  if i == 0 or j == 0 or k == 0 then 0
  else if s[i - 1] == t[j - 1] and t[j - 1] == u[k - 1] then three(i - 1, j - 1, k - 1) + 1
  else three(i - 1, j, k) max three(i, j - 1, k) max three(i, j, k - 1)
bool mirrored(seq[dna] s, index[s] i, index[s] j) =
  if j <= i + 1 then true else s[i] == s[j - 1] and mirrored(i + 1, j - 1)
int mirror(seq[dna] s, index[s] i) =
  if i == 0 then 0 else min(k in 0 .. i - 1: mirror(k) + (if mirrored(k, i) then 1 else 100))
int ways(int n, int c) = if c == 0 then (if n == 0 then 1 else 0)
  else if n < 3 then ways(n, c - 1) else ways(n, c - 1) + ways(n - 3, c)
int even(seq[dna] s, index[s] i) = if i == 0 then 1 else if s[i - 1] == 'A' then odd(i - 1) else even(i - 1) + 2
int odd(seq[dna] s, index[s] i) = if i == 0 then 0 else if s[i - 1] == 'G' then even(i - 1) min odd(i - 1) else even(i - 1)
prob backward(hmm h, state[h] s, seq[dna] x, index[x] i) =
  if i == length(x) then (if s.isend then 1.0 else 0.25)
  else sum(t in s.transitionsfrom: t.prob * t.end.emission[x[i]] * backward(t.end, i + 1))
prob reversed(hmm h, seq[dna] x) = backward(h.start, 0)
prob aligned(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 and j == 0 then 1.0 else if i == 0 or j == 0 then 0.0
  else (if s[i - 1] == t[j - 1] then 0.25 else 0.0625) * (0.875 * aligned(i - 1, j - 1) + 0.0625 * gap(i - 1, j - 1))
prob gap(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 and j == 0 then 0.0 else if i == 0 then 0.25 * gap(i, j - 1)
  else if j == 0 then 0.25 * gap(i - 1, j) + 0.125 * aligned(i - 1, j)
  else 0.125 * aligned(i - 1, j) + 0.125 * aligned(i, j - 1) + 0.25 * gap(i - 1, j) + 0.25 * gap(i, j - 1)
int fib(int n) = if n <= 1 then n else fib(n - 1) + fib(n - 2)
float decay(seq[dna] x, index[x] i) = if i == 0 then 1.0 else 0.5 * decay(i - 1) + float(i) * 0.25
prob pair(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 1.0 else 0.25 * pair(i - 1, j) + 0.5 * pair(i, j - 1)
int g(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if i == 0 then -2 * j else if j == 0 then -2 * i
  else (g(i - 1, j - 1) + m[q[i - 1], t[j - 1]]) max (g(i - 1, j) - 2) max (g(i, j - 1) - 2)
float w(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 0.0
  else if s[i - 1] == t[j - 1] then w(i - 1, j - 1) + 1.25
  else (w(i - 1, j) max w(i, j - 1)) * 0.9
int far(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i <= 1 or j <= 2 then i + 2 * j
  else if s[i - 2] == t[j - 3] then far(i - 2, j - 3) + 1
  else far(i - 1, j - 2) min far(i, j - 1)
prob p(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 1.0 else p(i - 1, j - 1) * 0.5
)";

inline recursion::System system_of(std::string const& function) {
  return recursion::read_system({"test.rec", lowered_program}, function);
}

inline std::vector<double> letters(std::mt19937& random, long length) {
  std::vector<double> result;
  for (long n = 0; n < length; ++n) result.push_back(static_cast<double>(random() % 4));
  return result;
}

/// Inputs that all problems share: a matrix, and a model with four states.
inline recursion::Inputs shared_inputs() {
  recursion::Inputs inputs;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) inputs.arrays["m"].push_back(row == column ? 3 : row + column - 4);
  // start -> a, b; a, b -> a, b, end: transitions ordered by their start.
  inputs.sizes = {{"n_states_h", 4}, {"n_transitions_h", 8}, {"initial_n", 20}, {"initial_c", 4}};
  inputs.arrays["h_order_from"] = {0, 1, 2, 3, 4, 5, 6, 7};
  inputs.arrays["h_first_from"] = {0, 2, 5, 8, 8};
  inputs.arrays["h_start"] = {0, 0, 1, 1, 1, 2, 2, 2};
  inputs.arrays["h_end"] = {1, 2, 1, 2, 3, 1, 2, 3};
  inputs.arrays["h_prob"] = {0.25, 0.75, 0.5, 0.25, 0.25, 0.125, 0.625, 0.25};
  inputs.arrays["h_order_to"] = {0, 2, 5, 1, 3, 6, 4, 7};
  inputs.arrays["h_first_to"] = {0, 0, 3, 6, 8};
  inputs.arrays["h_emission"] = {0, 0, 0, 0, 0.5, 0.25, 0.125, 0.125, 0.03125, 0.25, 0.25, 0.46875, 0, 0, 0, 0};
  return inputs;
}

/// A function of the program whose sequences vary.
struct Case {
  std::string function{};
  std::vector<std::string> sequences{};
  long max_length = 12;
};

/// Returns problems whose sequences have at least `min_length` letters.
inline std::vector<Letters> random_problems(Case const& each, std::mt19937& random, std::size_t n_problems,
                                            long min_length = 0) {
  std::vector<Letters> problems(n_problems);
  for (Letters& problem : problems)
    for (std::string const& name : each.sequences)
      problem[name] = letters(random, min_length + static_cast<long>(random()) % each.max_length);
  return problems;
}

inline LoweringOptions options_of(Case const& each) {
  return {.varying = {each.sequences.begin(), each.sequences.end()}, .n_letters = 4};
}

} // namespace chemora::wavefront::tests

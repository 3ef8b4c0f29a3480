#include "codegen/recursion/specialise.hpp"

#include "codegen/recursion/inputs.hpp"
#include "codegen/recursion/recursion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace chemora::recursion {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char const* program = R"(
alphabet coin = "HT"
hmm casino[coin] = {
  state fair { "HT": 0.5 }
  state loaded { "H": 0.875, "T": 0.125 }
  transition start -> fair: 0.75
  transition start -> loaded: 0.25
  transition fair -> fair: 0.875
  transition fair -> loaded: 0.0625
  transition fair -> end: 0.0625
  transition loaded -> loaded: 0.75
  transition loaded -> fair: 0.125
  transition loaded -> end: 0.125
}
load throws: seq[coin]
prob forward(hmm h, state[h] s, seq[coin] x, index[x] i) =
  if s.isend then sum(t in s.transitionsto: t.prob * forward(t.start, i))
  else if i == 0 then (if s.isstart then 1.0 else 0.0)
  else s.emission[x[i - 1]] * sum(t in s.transitionsto: t.prob * forward(t.start, i - 1))
prob viterbi(hmm h, state[h] s, seq[coin] x, index[x] i) =
  if s.isend then max(t in s.transitionsto: t.prob * viterbi(t.start, i))
  else if i == 0 then (if s.isstart then 1.0 else 0.0)
  else s.emission[x[i - 1]] * max(t in s.transitionsto: t.prob * viterbi(t.start, i - 1))
prob backward(hmm h, state[h] s, seq[coin] x, index[x] i) =
  if s.isend then (if i == length(x) then 1.0 else 0.0)
  else sum(t in s.transitionsfrom: t.prob * (if i == length(x) then (if t.end == h.end then 1.0 else 0.0)
                                             else t.end.emission[x[i]] * backward(t.end, i + 1)))
prob reversed(hmm h, seq[coin] x) = backward(h.start, 0)
int reached(hmm h, state[h] s, seq[coin] x, index[x] i) =
  if i == 0 then (if s.isstart then 1 else 0)
  else sum(t in s.transitionsto: if t.prob > 0.0 then reached(t.start, i - 1) else 0) min 1000
prob other(hmm h, state[h] s, seq[coin] x, index[x] i) =
  if i == 0 then 1.0 else s.emission[x[i - 1]] * max(u in state[h]: 0.5 * other(u, i - 1))
prob pairs(hmm h, state[h] s, state[h] u, seq[coin] x, index[x] i) =
  if i == 0 then 1.0 else s.emission[x[i - 1]] * u.emission[x[i - 1]]
    * sum(t in s.transitionsto: sum(v in u.transitionsto: t.prob * v.prob * pairs(t.start, v.start, i - 1)))
prob both(hmm h, seq[coin] x) = pairs(h.end, h.end, length(x))
prob m(profile[coin] p, position[p] k, seq[coin] x, index[x] i) =
  if k == 0 or k > length(p) or i == 0 then 1.0 else p.insert[k, x[i - 1]] * p.match[k, x[i - 1]] * m(k - 1, i - 1)
prob profile_score(profile[coin] p, seq[coin] x) = m(length(p), length(x))
)";

System system_of(std::string const& function) { return read_system({"test.rec", program}, function); }

Inputs shared_inputs() {
  Inputs inputs;
  set_model(inputs, "h", read_program({"test.rec", program}).models.front());
  set_profile(inputs, "p", 3, 2,
              {{"match", {0, 0, 0.5, 0.25, 0.5, 0.5, 0.25, 1}}, {"insert", {0, 0, 1, 1, 1, 1, 1, 1}}});
  return inputs;
}

Inputs with_sequence(Inputs inputs, std::mt19937& random) {
  std::vector<std::uint8_t> letters(1 + random() % 12);
  for (std::uint8_t& letter : letters) letter = static_cast<std::uint8_t>(random() % 2);
  set_sequence(inputs, "x", letters);
  return inputs;
}

TEST(Specialise, KeepsResults) {
  std::mt19937 random(1);
  Inputs const shared = shared_inputs();
  for (char const* const function : {"forward", "viterbi", "reversed", "reached", "other", "both", "profile_score"}) {
    SCOPED_TRACE(function);
    System const system = system_of(function), special = specialised(system, shared);
    for (int n = 0; n < 10; ++n) {
      Inputs const inputs = with_sequence(shared, random);
      EXPECT_DOUBLE_EQ(interpret(special, inputs).number, interpret(system, inputs).number);
    }
  }
}

TEST(Specialise, ReplacesStatesByFunctions) {
  System const special = specialised(system_of("forward"), shared_inputs());
  std::vector<std::string> names;
  for (Function const& function : special.functions) {
    names.push_back(function.name);
    EXPECT_EQ(function.dimensions.size(), 1);
    EXPECT_TRUE(function.ranges.empty());
  }
  EXPECT_THAT(names, testing::ElementsAre("forward_0", "forward_1", "forward_2", "forward_3"));
  EXPECT_THAT(to_text(special), HasSubstr("0.0625 * forward_1[i] + 0.125 * forward_2[i]"));
  // The fair coin has the probability 0.5 for both sides.
  EXPECT_THAT(to_text(special), HasSubstr("0.5 * (0.75 * forward_0[i - 1] + 0.875 * forward_1[i - 1] +"));
}

TEST(Specialise, RemovesFactorsOfArraysWithEqualElements) {
  System const system = system_of("profile_score");
  EXPECT_THAT(to_text(system), HasSubstr("p_insert["));
  EXPECT_THAT(to_text(specialised(system, shared_inputs())), Not(HasSubstr("p_insert[")));
}

TEST(Specialise, KeepsLargeModels) {
  System const system = system_of("forward");
  EXPECT_EQ(specialised(system, shared_inputs(), {.max_states = 3}).functions.size(), 1);
  EXPECT_EQ(specialised(system, shared_inputs(), {.max_transitions = 3}).functions.size(), 1);
  EXPECT_EQ(specialised(system, {}).functions.size(), 1);
}

} // namespace
} // namespace chemora::recursion

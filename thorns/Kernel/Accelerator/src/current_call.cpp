// A stack of running functions.
#include "current_call.hpp"

#include "validity/askers.hpp"

#include <deque>
#include <utility>

namespace accelerator {

namespace {

/// Those that have ended stay behind the running ones: their memory serves the next ones.
std::deque<CurrentCall>& calls() {
  static std::deque<CurrentCall> all;
  return all;
}
std::size_t n_running = 0;

template <class Act>
void for_each_running(Act const& act) {
  for (std::size_t n = 0; n < n_running; ++n) act(calls()[n]);
}

bool has_begun = false;

Askers& askers() {
  static Askers names;
  return names;
}

} // namespace

std::string name_of(cFunctionData const& function) { return std::string(function.thorn) + "::" + function.routine; }

std::string at_iteration(cGH const* cctkGH) { return " at iteration " + std::to_string(cctkGH->cctk_iteration); }

CurrentCall& CurrentCall::begin(cFunctionData const& function) {
  has_begun = true;
  if (calls().size() == n_running) calls().emplace_back();
  CurrentCall& call = calls()[n_running++];
  call.function_ = &function;
  call.own_.clear();
  call.written_.clear();
  call.copied_.clear();
  call.marked_.clear();
  call.before_.clear();
  return call;
}

CurrentCall const& CurrentCall::end() {
  --n_running;
  askers().leave(n_running);
  return calls()[n_running];
}

void CurrentCall::begin_check(Fingerprints sums, std::vector<Access> marked) {
  before_ = std::move(sums);
  marked_ = std::move(marked);
  copied_.clear();
}

bool CurrentCall::is_driver_telling() { return has_begun; }

CurrentCall const* CurrentCall::innermost() { return n_running == 0 ? nullptr : &calls()[n_running - 1]; }

CurrentCall const* CurrentCall::last_ended() { return calls().empty() ? nullptr : &calls().front(); }

std::vector<Access> CurrentCall::written_around() {
  std::vector<Access> written;
  for_each_running([&](CurrentCall const& call) {
    if (&call == innermost() || call.declared->side != Side::host) return;
    auto const more = call.own_.missing(call.declared->writes);
    written.insert(written.end(), more.begin(), more.end());
  });
  return written;
}

std::string CurrentCall::name() {
  if (std::string const asker = askers().name(n_running); !asker.empty()) return asker;
  return n_running == 0 ? "the driver" : innermost()->function();
}

std::size_t CurrentCall::begin_acting_for(std::string const& name) { return askers().begin(name, n_running); }

void CurrentCall::end_acting_for(std::size_t before) { askers().end(before); }

void CurrentCall::told(std::vector<Access> const& written) {
  if (n_running > 0) calls()[n_running - 1].own_.add(written);
  called_wrote(written);
}

void CurrentCall::called_wrote(std::vector<Access> const& written) {
  for_each_running([&](CurrentCall& call) { call.written_.add(written); });
}

void CurrentCall::copied(std::vector<Copy> const& copies) {
  for_each_running([&](CurrentCall& call) {
    for (auto const& copy : copies)
      if (copy.to == Side::host) call.copied_.push_back({copy.place, copy.parts});
  });
}

void CurrentCall::changed_on_host(std::vector<Access> const& changed) {
  for_each_running([&](CurrentCall& call) { call.copied_.insert(call.copied_.end(), changed.begin(), changed.end()); });
}

} // namespace accelerator

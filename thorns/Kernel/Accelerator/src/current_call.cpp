#include "current_call.hpp"

#include "validity/requester_stack.hpp"

#include <deque>
#include <utility>

namespace accelerator {

namespace {

/// The running calls, followed by calls that have ended, whose memory the next ones reuse.
std::deque<CurrentCall>& calls() {
  static std::deque<CurrentCall> stack;
  return stack;
}
std::size_t n_running = 0;

template <class Act>
void for_each_running(Act const& act) {
  for (std::size_t n = 0; n < n_running; ++n) act(calls()[n]);
}

bool has_begun_any = false;

RequesterStack& requesters() {
  static RequesterStack names;
  return names;
}

} // namespace

std::string name_of(cFunctionData const& function) { return std::string(function.thorn) + "::" + function.routine; }

std::string at_iteration(cGH const* cctkGH) { return " at iteration " + std::to_string(cctkGH->cctk_iteration); }

CurrentCall& CurrentCall::begin(cFunctionData const& function) {
  has_begun_any = true;
  if (calls().size() == n_running) calls().emplace_back();
  CurrentCall& call = calls()[n_running++];
  call.function_ = &function;
  call.reported_writes_.clear();
  call.all_writes_.clear();
  call.copied_.clear();
  call.poisoned_.clear();
  call.before_.clear();
  return call;
}

CurrentCall const& CurrentCall::end() {
  --n_running;
  requesters().leave(n_running);
  return calls()[n_running];
}

void CurrentCall::begin_check(Fingerprints fingerprints, std::vector<Access> poisoned) {
  before_ = std::move(fingerprints);
  poisoned_ = std::move(poisoned);
  copied_.clear();
}

bool CurrentCall::driver_reports_calls() { return has_begun_any; }

CurrentCall const* CurrentCall::innermost() { return n_running == 0 ? nullptr : &calls()[n_running - 1]; }

CurrentCall const* CurrentCall::last_ended() { return calls().empty() ? nullptr : &calls().front(); }

std::vector<Access> CurrentCall::pending_writes_of_callers() {
  std::vector<Access> written;
  for_each_running([&](CurrentCall const& call) {
    if (&call == innermost() || call.declared->side != Side::host) return;
    auto const more = call.reported_writes_.missing(call.declared->writes);
    written.insert(written.end(), more.begin(), more.end());
  });
  return written;
}

std::string CurrentCall::name() {
  if (std::string const requester = requesters().name(n_running); !requester.empty()) return requester;
  return n_running == 0 ? "the driver" : innermost()->function();
}

std::size_t CurrentCall::push_requester(std::string const& name) { return requesters().push(name, n_running); }

void CurrentCall::pop_requester(std::size_t position) { requesters().pop(position); }

void CurrentCall::report_writes(std::vector<Access> const& written) {
  if (n_running > 0) calls()[n_running - 1].reported_writes_.add(written);
  add_nested_writes(written);
}

void CurrentCall::add_nested_writes(std::vector<Access> const& written) {
  for_each_running([&](CurrentCall& call) { call.all_writes_.add(written); });
}

void CurrentCall::copied(std::vector<Copy> const& copies) {
  for_each_running([&](CurrentCall& call) {
    for (auto const& copy : copies)
      if (copy.to == Side::host) call.copied_.push_back({copy.array, copy.parts});
  });
}

void CurrentCall::changed_on_host(std::vector<Access> const& changed) {
  for_each_running([&](CurrentCall& call) { call.copied_.insert(call.copied_.end(), changed.begin(), changed.end()); });
}

} // namespace accelerator

extern "C" CCTK_INT AcceleratorThorn_BeginActingFor(CCTK_POINTER_TO_CONST, CCTK_STRING name) {
  return static_cast<CCTK_INT>(accelerator::CurrentCall::push_requester(name));
}

extern "C" CCTK_INT AcceleratorThorn_EndActingFor(CCTK_POINTER_TO_CONST, CCTK_INT before) {
  accelerator::CurrentCall::pop_requester(static_cast<std::size_t>(before));
  return 0;
}

// A stack of running functions.
#include "current_call.hpp"

#include <utility>

namespace accelerator {

namespace {

std::vector<CurrentCall>& running() {
  static std::vector<CurrentCall> calls;
  return calls;
}

bool has_begun = false;

std::string& client() {
  static std::string name;
  return name;
}

} // namespace

std::string name_of(cFunctionData const& function) { return std::string(function.thorn) + "::" + function.routine; }

std::string at_iteration(cGH const* cctkGH) { return " at iteration " + std::to_string(cctkGH->cctk_iteration); }

CurrentCall& CurrentCall::begin(std::string const& function) {
  has_begun = true;
  CurrentCall& call = running().emplace_back();
  call.function_ = function;
  return call;
}

CurrentCall CurrentCall::end() {
  CurrentCall call = std::move(running().back());
  running().pop_back();
  return call;
}

void CurrentCall::begin_check(Fingerprints sums, std::vector<Access> marked) {
  before_ = std::move(sums);
  marked_ = std::move(marked);
  copied_.clear();
}

bool CurrentCall::is_driver_telling() { return has_begun; }

CurrentCall const* CurrentCall::innermost() { return running().empty() ? nullptr : &running().back(); }

std::string CurrentCall::name() {
  if (!client().empty()) return client();
  return running().empty() ? "the driver" : running().back().function_;
}

std::string CurrentCall::act_for(std::string const& function) { return std::exchange(client(), function); }

void CurrentCall::told(std::vector<Access> const& written) {
  if (!running().empty()) running().back().own_.add(written);
  called_wrote(written);
}

void CurrentCall::called_wrote(std::vector<Access> const& written) {
  for (auto& call : running()) call.written_.add(written);
}

void CurrentCall::copied(std::vector<Copy> const& copies) {
  for (auto& call : running())
    for (auto const& copy : copies)
      if (copy.to == Side::host) call.copied_.push_back({copy.place, copy.parts});
}

void CurrentCall::changed_on_host(std::vector<Access> const& changed) {
  for (auto& call : running()) call.copied_.insert(call.copied_.end(), changed.begin(), changed.end());
}

} // namespace accelerator

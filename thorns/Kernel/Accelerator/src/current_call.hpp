/// The scheduled functions that are running, and the array accesses that they have reported.
#pragma once

#include "cctk.h"
#include "tracked_arrays.hpp"
#include "undeclared_access.hpp"
#include "validity/reported_writes.hpp"

#include <memory>
#include <string>
#include <vector>

namespace accelerator {

std::string name_of(cFunctionData const& function); ///< "Wave::Wave_RHS"
std::string at_iteration(cGH const* cctkGH);        ///< " at iteration 3"

/// One call of a scheduled function. Functions may call the scheduler, so that calls can be nested; the static members
/// manage the stack of running calls.
class CurrentCall {
public:
  static CurrentCall& begin(cFunctionData const& function);
  /// The reference is valid until the next call of begin.
  static CurrentCall const& end();
  /// True if the driver has reported the call of any function so far (Accelerator_PreCallFunction).
  static bool driver_reports_calls();
  /// The name for messages: the requester on whose behalf the innermost function works, or this function; "the driver"
  /// if no function is running.
  static std::string name();
  /// From now on, messages name `name` as the reader; an empty name stands for the running function. Returns the
  /// argument of pop_requester.
  static std::size_t push_requester(std::string const& name);
  static void pop_requester(std::size_t position);
  /// Null if no function is running.
  static CurrentCall const* innermost();
  /// If no function is running, the call that returned last. Null if no call has returned yet.
  static CurrentCall const* last_ended();
  /// Writes on the host that the direct and indirect callers of the innermost function declare but have not reported
  /// yet. The callers may already have made these writes.
  static std::vector<Access> pending_writes_of_callers();
  /// Records that the innermost function has reported writing these parts.
  static void report_writes(std::vector<Access> const& written);
  /// Records writes of a function that has returned and that all running functions called directly or indirectly.
  static void add_nested_writes(std::vector<Access> const& written);

  /// Records copies to the host in all running calls, because such copies change the host's arrays.
  static void copied(std::vector<Copy> const& copies);
  /// Records other changes of the host's arrays: poison values, and ghost zones filled by an exchange.
  static void changed_on_host(std::vector<Access> const& changed);

  std::string function() const { return name_of(*function_); }
  /// Writes that the function itself has reported. They take precedence over its declaration in schedule.ccl.
  ReportedWrites const& reported_writes() const { return reported_writes_; }
  /// Writes that the function has reported, and writes of functions that the scheduler ran during its call.
  ReportedWrites const& all_writes() const { return all_writes_; }
  std::vector<Access> const& copied_to_host() const { return copied_; }

  /// With Accelerator::check: stores the state of the host's arrays at the beginning of the call, after the copies
  /// that the function needs. The parts `poisoned` hold poison values, because they are valid only on the device.
  void begin_check(Fingerprints fingerprints, std::vector<Access> poisoned);
  Fingerprints const& before() const { return before_; }
  std::vector<Access> const& poisoned() const { return poisoned_; }

  std::shared_ptr<DeclaredAccesses const> declared;

private:
  cFunctionData const* function_ = nullptr;
  ReportedWrites reported_writes_, all_writes_;
  std::vector<Access> copied_, poisoned_;
  Fingerprints before_;
};

/// During the lifetime of this object, reports name the running function instead of the requester.
class NoRequester {
public:
  NoRequester() : position_(CurrentCall::push_requester({})) {}
  ~NoRequester() { CurrentCall::pop_requester(position_); }
  NoRequester(NoRequester const&) = delete;
  NoRequester& operator=(NoRequester const&) = delete;

private:
  std::size_t position_;
};

} // namespace accelerator

// Which scheduled functions are running, and what they have told of themselves.
#pragma once

#include "cctk.h"
#include "check.hpp"
#include "places.hpp"
#include "validity/told.hpp"

#include <memory>
#include <string>
#include <vector>

namespace accelerator {

std::string name_of(cFunctionData const& function); ///< "Wave::Wave_RHS"
std::string at_iteration(cGH const* cctkGH);        ///< " at iteration 3"

/// Functions may call the scheduler, so several may be running, one in the other.
class CurrentCall {
public:
  static CurrentCall& begin(cFunctionData const& function);
  /// What is returned stays until the next one begins.
  static CurrentCall const& end();
  /// Whether the driver has told of any function yet.
  static bool is_driver_telling();
  /// Of the innermost one, or for whom it acts; "the driver" if none is running.
  static std::string name();
  /// What is done now was asked for by this function, which need not run any more; empty: by whoever runs. Gives what
  /// ends it.
  static std::size_t begin_acting_for(std::string const& name);
  static void end_acting_for(std::size_t before);
  /// Null if none is running.
  static CurrentCall const* innermost();
  /// When none is running: the one that ended last; null if none has.
  static CurrentCall const* last_ended();
  /// What the functions that had the scheduler call the innermost one declare to write on the host and have not told
  /// of: they may have written it already.
  static std::vector<Access> written_around();
  /// Notes that the innermost one tells of having written these.
  static void told(std::vector<Access> const& written);
  /// Notes that a function has written these that the running ones had the scheduler call.
  static void called_wrote(std::vector<Access> const& written);

  /// Notes copies to the host made on behalf of the running functions: they change arrays, too.
  static void copied(std::vector<Copy> const& copies);
  /// So do marks, and exchanges that fill ghost zones on the host.
  static void changed_on_host(std::vector<Access> const& changed);

  std::string function() const { return name_of(*function_); }
  /// What a function tells of itself while it runs goes before what it declares.
  Told const& own() const { return own_; }
  /// That, and what functions wrote that it had the scheduler call: it may have written the same parts before or after.
  Told const& written() const { return written_; }
  std::vector<Access> const& copied_to_host() const { return copied_; }

  /// With Accelerator::check: what is on the host now is what it begins with, copies made for it included.
  /// What was valid on the device only is `marked` there.
  void begin_check(Fingerprints sums, std::vector<Access> marked);
  Fingerprints const& before() const { return before_; }
  std::vector<Access> const& marked() const { return marked_; }

  std::shared_ptr<Declared const> declared;

private:
  cFunctionData const* function_ = nullptr;
  Told own_, written_;
  std::vector<Access> copied_, marked_;
  Fingerprints before_;
};

/// As long as it lives nobody is named but functions that run, or that are named meanwhile.
class ActingForNobody {
public:
  ActingForNobody() : before_(CurrentCall::begin_acting_for({})) {}
  ~ActingForNobody() { CurrentCall::end_acting_for(before_); }
  ActingForNobody(ActingForNobody const&) = delete;
  ActingForNobody& operator=(ActingForNobody const&) = delete;

private:
  std::size_t before_;
};

} // namespace accelerator

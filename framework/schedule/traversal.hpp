// The walk over a bin or group.
#pragma once

#include "framework/schedule/schedule.hpp"

namespace chemora::schedule {

/// What the walk asks for and what it makes happen; framework/run connects it with variables and the driver.
class Actions {
public:
  virtual ~Actions() = default;

  /// Whether the item runs at all now; asked first.
  virtual bool is_wanted(Item const&) { return true; }

  /// Storage for the duration of the item: before its conditions are looked at, and after it is done.
  virtual void enter(Item const& item) = 0;
  virtual void leave(Item const& item) = 0;

  /// Runs a function, then synchronises what it says.
  virtual void call(Item const& item) = 0;

  /// After a function or group has run, but not when IF or WHILE have kept it from running.
  virtual void complete(Item const&) {}

  /// Value of an integer grid scalar named by IF or WHILE.
  virtual bool is_non_zero(ccl::Name const& variable, Item const& item) = 0;
};

/// Runs every item of `where` in order. IF is asked once on entry, WHILE before each pass.
void traverse(Schedule const& schedule, std::string const& where, Actions& actions);

} // namespace chemora::schedule

/// The state machine of validity: which parts of each array are valid on the host and on the device, which operation
/// changed the validity last, and which copies a reader needs. Depends neither on the framework nor on devices.
#pragma once

#include "parts.hpp"

#include <array>
#include <compare>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace accelerator {

enum class Side { host, device };

char const* name_of(Side side); ///< "host"

/// Identifies an array: a variable on a refinement level at a time level (0 is the current one).
struct ArrayId {
  int variable = 0;
  int refinement_level = 0;
  int time_level = 0;

  auto operator<=>(ArrayId const&) const = default;
};

/// Parts of an array that a function reads or writes.
struct Access {
  ArrayId array;
  Parts parts;
};

/// A copy that the caller has to make.
struct Copy {
  ArrayId array;
  Parts parts;
  Side to = Side::host;
  std::string reader;

  bool operator==(Copy const&) const = default;
};

/// A function reads data that are valid neither on the host nor on the device.
class InvalidRead : public std::runtime_error {
public:
  InvalidRead(ArrayId array, Parts parts, std::string reasons, std::string reader);

  ArrayId array;
  Parts parts;         ///< the parts that are valid nowhere
  std::string reasons; ///< the operations that caused it: "its time levels were rotated at iteration 3"
  std::string reader;
};

/// Description of an operation for messages. All arrays that the operation affected share one string.
using Reason = std::shared_ptr<std::string const>;
Reason make_reason(std::string text);

/// The state of one array.
class State {
public:
  /// A new array is presumed valid on the host.
  State();

  Parts valid(Side side) const { return valid_[side == Side::host ? 0 : 1]; }
  Parts valid_somewhere() const { return valid_[0] | valid_[1]; }
  /// Parts that an exchange is filling. They count as valid already, but must not be accessed before they arrive.
  Parts in_flight() const { return in_flight_; }
  /// The last operations that wrote, rotated or invalidated these parts, in order of time.
  std::string reasons(Parts const& parts) const;

  void write(Parts const& parts, Side side, Reason const& reason); ///< makes the parts valid on this side only
  void copied(Parts const& parts, Side to);                        ///< makes the parts valid on this side as well
  void invalidate(Parts const& parts, Side side, Reason const& reason);
  void invalidate_everywhere(Reason const& reason);
  void record_everywhere(Reason const& reason); ///< changes the recorded operations, not the validity
  void depart(Parts const& parts) { in_flight_ |= parts; }
  void arrive() { in_flight_.reset(); }

private:
  struct Event {
    Parts parts;
    Reason reason;
  };

  void record(Parts const& parts, Reason const& reason);

  std::array<Parts, 2> valid_;
  Parts in_flight_;
  std::vector<Event> events_; ///< disjoint
};

/// The states of all arrays. Functions that return copies assume that the caller makes them.
///
///     first seen                 presumed valid on the host
///     read on a side             parts that are valid only on the other side are copied and then valid on both
///     written on a side          valid there only
///     exchanged                  ghost zones are valid on one side only, if their sources were valid
///     departed, arrived          the exchanged parts are in flight between the two calls
///     rotated                    each time level takes the state of the next newer level; the current level is valid
///                                nowhere
///     copied from the past       the current level has the state of the level before it
///     storage lost               forgotten
///     extents changed            valid on the host if the whole array was valid there, otherwise nowhere
class Validity {
public:
  /// True if all parts are valid on this side and none is in flight.
  bool is_available(std::vector<Access> const& accesses, Side side);

  /// The copies that make all parts valid on this side. Throws InvalidRead, without changing any state, if a part is
  /// valid nowhere.
  std::vector<Copy> read(std::vector<Access> const& accesses, Side side, std::string const& reader);

  /// The copies that make all parts valid on this side, without parts that are valid nowhere.
  std::vector<Copy> fetch(std::vector<Access> const& accesses, Side side, std::string const& reader);

  void written(std::vector<Access> const& accesses, Side side, std::string const& writer);

  /// Marks parts as invalid on this side, because the caller will overwrite them without reading.
  void invalidate(std::vector<Access> const& accesses, Side side, std::string const& reason);

  /// An exchange fills the ghost zones of this side from the parts that are valid there. Call `fetch` for the parts
  /// to be sent first.
  void exchanged(ArrayId const& array, Partition const& partition, Side side, Reason const& reason);
  void exchanged(ArrayId const& array, Partition const& partition, Side side, std::string const& reason) {
    exchanged(array, partition, side, make_reason(reason));
  }
  /// Records that a started exchange will fill these parts. No function may access them before `arrived`.
  void departed(ArrayId const& array, Parts const& parts);
  void arrived(ArrayId const& array);
  /// The variables that have at least one of these parts in flight.
  std::vector<int> in_flight(std::vector<Access> const& accesses) const;
  bool is_anything_in_flight() const;

  /// Rotates the time levels 0 .. n_time_levels - 1 of a variable.
  void rotate(int variable, int refinement_level, int n_time_levels, std::string const& reason);

  /// Gives the current time level the state of the previous level. Returns true if the device must copy its array,
  /// too.
  bool copy_from_past(int variable, int refinement_level, std::string const& reason);

  void forget(ArrayId const& array) { states_.erase(array); }
  /// Updates the state after the extents of the array have changed. If `was_on_host` is true, the whole array was
  /// valid on the host before and remains so.
  void reshaped(ArrayId const& array, bool was_on_host, std::string const& reason);

  State const& state(ArrayId const& array) { return states_[array]; }
  std::map<ArrayId, State> const& all() const { return states_; }

private:
  std::map<ArrayId, State> states_;
  mutable bool may_be_in_flight_ = false; ///< false only if no part of any array is in flight
};

/// A box of an array that an update reads or writes. An update computes boundary points from their neighbours; boundary
/// conditions are updates.
struct BoxAccess {
  ArrayId array;
  Box box;
  bool is_written = false;
};

/// The array parts that an update accesses, with one entry per array in each list. Parts that the written boxes fill
/// completely are not
/// read, because the update does not use their old values.
struct Update {
  std::vector<Access> read;      ///< parts that must be valid
  std::vector<Access> preserved; ///< boundary points and partly overwritten parts, copied if they are valid on
                                 ///< either side
  std::vector<Access> written;   ///< includes preserved points in partly written parts, and blocks without points
  std::vector<Access> touched;   ///< all parts above that have points; no other function may access them meanwhile

  /// Adds the boxes of one array.
  void add(ArrayId const& array, Partition const& partition, std::vector<BoxAccess> const& boxes);
};

/// True if the exchange fills all parts in flight that the update reads on this side. The update can then run on
/// this side after the exchange.
bool can_defer(Update const& update, Validity& validity, Side side);

/// The accesses without the parts that are in flight.
std::vector<Access> not_in_flight(std::vector<Access> accesses, Validity& validity);

/// Records that the update will run when the exchange has finished. Marks the results of the update as valid on this
/// side at once.
/// All parts in `touched` of the written variables count as in flight, so that other accesses wait for the exchange.
/// Other variables that the update reads (coordinates) must not change before it runs.
void defer(Update const& update, Validity& validity, Side side, std::string const& writer);

} // namespace accelerator

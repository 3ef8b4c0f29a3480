/// The state machine of validity: which parts of each array are valid on the host and on the device, which operation
/// made them so, and which copies a reader needs. Free of the framework and of devices.
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

/// Description of an operation. All arrays that the operation affected share one text.
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

  void write(Parts const& parts, Side side, Reason const& reason); ///< then valid on this side only
  void copied(Parts const& parts, Side to);                        ///< then valid on this side as well
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
///     departed, arrived          in flight in between
///     rotated                    each time level takes the state of the one before; the current one is valid nowhere
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

  /// The same, but skips parts that are valid nowhere.
  std::vector<Copy> fetch(std::vector<Access> const& accesses, Side side, std::string const& reader);

  void written(std::vector<Access> const& accesses, Side side, std::string const& writer);

  /// The caller is going to overwrite the contents on this side without reading them.
  void invalidate(std::vector<Access> const& accesses, Side side, std::string const& reason);

  /// An exchange fills the ghost zones of this side from the parts that are valid there. Call `fetch` for these first.
  void exchanged(ArrayId const& array, Partition const& partition, Side side, Reason const& reason);
  void exchanged(ArrayId const& array, Partition const& partition, Side side, std::string const& reason) {
    exchanged(array, partition, side, make_reason(reason));
  }
  /// These parts will be filled when the exchange finishes. They must not be accessed before `arrived`.
  void departed(ArrayId const& array, Parts const& parts);
  void arrived(ArrayId const& array);
  /// The variables of which one of these parts is in flight.
  std::vector<int> in_flight(std::vector<Access> const& accesses) const;
  bool is_anything_in_flight() const;

  /// Rotates the time levels 0 .. n_time_levels - 1 of a variable.
  void rotate(int variable, int refinement_level, int n_time_levels, std::string const& reason);

  /// Returns true if the device must copy its array as well.
  bool copy_from_past(int variable, int refinement_level, std::string const& reason);

  void forget(ArrayId const& array) { states_.erase(array); }
  /// The extents of the array changed. `was_on_host`: the whole array was valid on the host, and is so again.
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

/// The accesses of an update by array part, each array once. Parts that the written boxes fill completely are not
/// read, because their old values cannot matter.
struct Update {
  std::vector<Access> read;      ///< parts that must be valid
  std::vector<Access> preserved; ///< boundary points and partly overwritten parts: copied if they are valid anywhere
  std::vector<Access> written;   ///< includes the preserved points of these parts, and blocks without points
  std::vector<Access> touched;   ///< all parts above that have points; no other function may access them meanwhile

  /// Adds the boxes of one array.
  void add(ArrayId const& array, Partition const& partition, std::vector<BoxAccess> const& boxes);
};

/// True if everything that the update reads and that is in flight arrives on this side, so that the update can run
/// there after the exchange has finished.
bool can_defer(Update const& update, Validity& validity, Side side);

/// The accesses without the parts that are in flight.
std::vector<Access> not_in_flight(std::vector<Access> accesses, Validity& validity);

/// Registers that the update will run when the exchange has finished. Its results are marked as valid on this side now.
/// The parts that it touches of the variables it writes count as in flight, so that other accesses wait for the
/// exchange. Other variables that it reads (coordinates) must not change until then.
void defer(Update const& update, Validity& validity, Side side, std::string const& writer);

} // namespace accelerator

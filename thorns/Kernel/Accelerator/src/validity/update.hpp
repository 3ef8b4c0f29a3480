// A function that overwrites boxes of arrays from what lies beside them, as boundary conditions do: what it needs.
#pragma once

#include "validity.hpp"

#include <vector>

namespace accelerator {

/// A box that such a function reads or writes.
struct BoxAccess {
  Place place;
  Box box;
  bool is_written = false;
};

/// The parts, each array once. What the boxes written fill as a whole is not read: what it held before cannot matter.
struct Update {
  std::vector<Access> read;    ///< what must be valid
  std::vector<Access> kept;    ///< what is taken as it is: boundary points, and the rest of parts that are not filled
  std::vector<Access> written; ///< with that rest, and with blocks that have no points
  std::vector<Access> touched; ///< what somebody else must not touch meanwhile: all of these that have points

  /// Adds the boxes of one array.
  void add(Place const& place, Partition const& partition, std::vector<BoxAccess> const& boxes);
};

/// Whether what it needs and is in flight arrives on this side, so that it can be done there when that has arrived.
bool can_wait(Update const& update, Validity& validity, Side side);

/// What of these parts is not in flight.
std::vector<Access> not_in_flight(std::vector<Access> accesses, Validity& validity);

/// The function will be called when what is in flight has arrived: what it writes counts as written on this side, and
/// whoever touches any of it before waits, or what it reads of the same variables. Others that it reads (coordinates)
/// must stay as they are.
void promise(Update const& update, Validity& validity, Side side, std::string const& writer);

} // namespace accelerator

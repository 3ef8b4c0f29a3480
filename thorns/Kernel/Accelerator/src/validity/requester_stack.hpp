/// The names of functions, output methods and boundary conditions for messages about their array accesses.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace accelerator {

/// A stack of names for messages: the function, output method or boundary condition that causes the current copies.
/// A name applies
/// only to the function that was running when the name was pushed, not to functions called by that function. `depth`
/// is the number of scheduled functions that are running.
class RequesterStack {
public:
  /// Returns the position to pass to `pop`. An empty name means "the running function itself".
  std::size_t push(std::string const& name, std::size_t depth) {
    entries_.push_back({name, depth});
    return entries_.size() - 1;
  }
  /// Removes the name at this position and all names that were pushed later.
  void pop(std::size_t position) {
    if (position < entries_.size()) entries_.resize(position);
  }
  /// Removes all names that were pushed in functions which have returned.
  void leave(std::size_t depth) {
    while (!entries_.empty() && entries_.back().depth > depth) entries_.pop_back();
  }
  /// The innermost name if it was pushed by the innermost function; otherwise empty.
  std::string name(std::size_t depth) const {
    return entries_.empty() || entries_.back().depth != depth ? std::string() : entries_.back().name;
  }

private:
  struct Entry {
    std::string name;
    std::size_t depth;
  };
  std::vector<Entry> entries_;
};

} // namespace accelerator

/// The names on whose behalf running functions work.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace accelerator {

/// Nested names in messages: for which function, output method or condition the current work is done. A name applies
/// only to the function that was running when the name was pushed, not to functions that this function calls. `depth`
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

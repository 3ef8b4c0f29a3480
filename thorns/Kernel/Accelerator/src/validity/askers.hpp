// Who asked for what is done.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace accelerator {

/// Names begin and end like blocks of a program, one in the other. Each belongs to the function that ran when it began:
/// what a function called from there does is its own.
class Askers {
public:
  /// With how many functions running, one in the other. Gives what end() takes.
  std::size_t begin(std::string const& name, std::size_t n_running);
  /// Ends the name for which begin() gave this, and all that began later.
  void end(std::size_t before);
  /// Ends all that began in functions that do not run any more.
  void leave(std::size_t n_running);
  /// The innermost name, if it is that of the innermost function; otherwise, or if that asks for itself, empty.
  std::string name(std::size_t n_running) const;

private:
  struct Asker {
    std::string name;
    std::size_t n_running;
  };
  std::vector<Asker> askers_;
};

} // namespace accelerator

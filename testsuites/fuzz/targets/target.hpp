// A parser under random input: what libFuzzer calls, and what the tests replay.
#pragma once

#include <functional>
#include <span>
#include <stdexcept>
#include <string>

namespace chemora::fuzz {

/// The parser did something else than to read the text or to refuse it with a message.
struct Failure : std::logic_error {
  using std::logic_error::logic_error;
};

struct Target {
  char const* name; ///< also of the folder below corpus/
  /// Feeds the text to the parser; returns whether it was accepted. What it throws is a defect.
  bool (*accepts)(std::string const& text);
};

/// All of them; target.cpp lists them.
std::span<Target const> targets();

/// Runs `parse`. Refusals are UserErrors whose every finding has a place and a message; anything else is a Failure.
bool accepted(std::function<void()> const& parse);

/// Throws a Failure.
void require(bool holds, std::string const& what);

bool interface_ccl(std::string const& text);
bool param_ccl(std::string const& text);
bool schedule_ccl(std::string const& text);
bool configuration_ccl(std::string const& text);
bool parameter_file(std::string const& text);
bool equation_file(std::string const& text);
bool graph_text(std::string const& text);
bool loops_text(std::string const& text);
bool plan_text(std::string const& text);
bool key_value_table(std::string const& text);

} // namespace chemora::fuzz

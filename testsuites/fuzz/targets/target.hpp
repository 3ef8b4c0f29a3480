// A fuzz target tests one parser with arbitrary input. libFuzzer and the unit tests call the same targets.
#pragma once

#include <functional>
#include <span>
#include <stdexcept>
#include <string>

namespace chemora::fuzz {

/// Thrown if the parser neither accepts a text nor rejects it with a message.
struct Failure : std::logic_error {
  using std::logic_error::logic_error;
};

struct Target {
  char const* name; ///< name of the target and of its folder in corpus/
  /// Parses the text and returns whether it is accepted. An exception is a defect.
  bool (*accepts)(std::string const& text);
  /// The minimum fraction of damaged texts that must be rejected. Languages with free text accept much damage.
  double min_rejected;
};

/// All targets.
std::span<Target const> targets();

/// Runs `parse` and returns whether it succeeds. A rejection is a UserError; each of its diagnostics must have a
/// position and a message. Any other outcome is a Failure.
bool accepted(std::function<void()> const& parse);

/// Throws a Failure unless `holds`.
void require(bool holds, std::string const& what);

bool interface_ccl(std::string const& text);
bool param_ccl(std::string const& text);
bool schedule_ccl(std::string const& text);
bool configuration_ccl(std::string const& text);
bool parameter_file(std::string const& text);
bool equation_file(std::string const& text);
bool graph_text(std::string const& text);
bool loops_text(std::string const& text);
bool kernel_text(std::string const& text);
bool tree_text(std::string const& text);
bool plan_text(std::string const& text);
bool key_value_table(std::string const& text);
bool fortran_source(std::string const& text);
bool script_text(std::string const& text);
bool patterns_file(std::string const& text);
bool expressions_text(std::string const& text);
bool fasta_file(std::string const& text);
bool profile_file(std::string const& text);
bool recursion_program(std::string const& text);
bool matrix_file(std::string const& text);

} // namespace chemora::fuzz

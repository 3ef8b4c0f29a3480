// The variables one *_vars parameter asks for, and which of them are due now: shared by all output methods.
#pragma once

#include "IO/IOTools/src/text/frequency.hpp"
#include "IO/IOTools/src/text/option_string.hpp"

#include <cctk.h>

#include <string>
#include <vector>

namespace iotools {

/// One variable to write, with what its options ask for.
struct Request {
  int variable = -1;
  Options options;
  bool is_named = true; ///< its name or its group is in the list, not only "all"
};

/// Why a method cannot write a variable ("is neither grid function nor array"), or empty when it can.
using Objection = std::string (*)(int variable);

/// Sentences about a *_vars parameter: mistakes, and variables of a group that the method leaves out.
struct Findings {
  std::vector<std::string> errors, notes;
};

/// The requests of a text. A variable named twice: the last one counts.
std::vector<Request> read_requests(std::string const& text, Objection objection, Findings& findings);

class OutputList {
public:
  /// `parameter` with its thorn, as in messages: "IOASCII::out1D_vars".
  OutputList(std::string thorn, std::string parameter, Objection objection);

  /// At PARAMCHECK: every mistake in `text` is an error of the parameter file (a warning if IO says it is not strict).
  void check(cGH const* cctkGH, char const* text);

  /// After check(), for methods that collect(): the same if there are no hyperslabs of the variables.
  void require_hyperslabs() const;

  /// Before each use: reads `text` again if it was steered, and takes the method's frequency.
  void update(char const* text, Frequency const& frequency);

  std::vector<Request> const& requests() const { return requests_; }
  Request const* find(int variable) const;

  /// Asked for, due at this iteration, and not written in this iteration already, also not before the checkpoint from
  /// which the run continues. Whether it has storage is seen when it is written: a thorn that computes it for this
  /// output may bring the storage.
  bool is_due(cGH const* cctkGH, int variable) const;

  /// Remembers that the variable was written in this iteration, by a trigger or in the normal way.
  void mark_written(cGH const* cctkGH, int variable);

private:
  void warn_of_missing_storage(cGH const* cctkGH) const;
  Findings read(std::string const& text);
  void warn(std::vector<std::string> const& sentences) const;
  void announce() const;

  std::string thorn_, parameter_;
  Objection objection_;
  std::string text_;
  Frequency frequency_;
  bool is_announced_ = false;
  std::vector<Request> requests_;
};

/// The method's own setting, or where it has none (`own_every`, `own_dt` equal to `inherit`) that of IO.
struct OwnFrequency {
  char const* criterion;
  int every;
  int inherit_every;
  double dt;
  double inherit_dt;
};
Frequency resolve(OwnFrequency const& own);

/// The moment of the run that `cctkGH` is at.
Moment moment_of(cGH const* cctkGH);

/// At PARAMCHECK: an output that is asked for and cannot be made is an error of the parameter file, or a warning if
/// IO::strict_io_parameter_check is "no".
void report_mistake(std::string const& thorn, std::string const& sentence);

/// Implementation::variable.
std::string full_name(int variable);

/// True when the group of the variable has storage.
bool has_storage(cGH const* cctkGH, int variable);

} // namespace iotools

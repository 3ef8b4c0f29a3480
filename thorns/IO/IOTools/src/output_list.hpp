/// The variables of a *_vars parameter and the iterations at which they are due. All output methods use this list.
#pragma once

#include "IO/IOTools/src/text.hpp"

#include <cctk.h>

#include <functional>
#include <string>
#include <vector>

namespace iotools {

/// One variable to write, with its options.
struct Request {
  int variable = -1;
  Options options;
  bool is_named = true; ///< the list contains its name or group, not only "all"
};

/// The reason why a method cannot write a variable, as "is a scalar, not a grid function". Empty if it can.
using RejectionReason = std::string (*)(int variable);

/// Sentences about a *_vars parameter: errors, and variables of a group that the method cannot write.
struct Findings {
  std::vector<std::string> errors, notes;
};

/// The requests of a *_vars parameter. If a variable occurs twice, the last one is used.
std::vector<Request> read_requests(std::string const& text, RejectionReason rejection_reason, Findings& findings);

class OutputList {
public:
  /// `parameter` is the full name for messages: "IOASCII::out1D_vars".
  OutputList(std::string thorn, std::string parameter, RejectionReason rejection_reason);

  /// At PARAMCHECK: reports every error in `text` (report_parameter_error).
  void check(cGH const* cctkGH, char const* text);

  /// After check(): reports an error if variables need hyperslabs and no active thorn provides them.
  void require_hyperslabs() const;

  /// Before each use: parses `text` again if it was steered, and sets the frequency of the method.
  void update(char const* text, Frequency const& frequency);

  std::vector<Request> const& requests() const { return requests_; }
  Request const* find(int variable) const;

  /// Whether the variable is in the list, due at this iteration, and not yet written in it, neither by this run nor
  /// before the checkpoint from which it continues. Storage is not considered, because a thorn that computes the
  /// variable for this output may allocate it later.
  bool is_due(cGH const* cctkGH, int variable) const;

  /// Records that the variable was written in this iteration, by a trigger or by OutputGH.
  void mark_written(cGH const* cctkGH, int variable);

private:
  void warn_of_missing_storage(cGH const* cctkGH) const;
  Findings read(std::string const& text);
  void warn(std::vector<std::string> const& sentences) const;
  void announce() const;

  std::string thorn_, parameter_;
  RejectionReason rejection_reason_;
  std::string text_;
  Frequency frequency_;
  bool is_announced_ = false;
  std::vector<Request> requests_;
};

/// The frequency of a method. `every` and `dt` equal to `inherit_every` and `inherit_dt` stand for the parameters of
/// IO.
struct MethodFrequency {
  char const* criterion;
  int every;
  int inherit_every;
  double dt;
  double inherit_dt;
};
Frequency resolve(MethodFrequency const& own);

/// Calls `read` such that thorn Accelerator, if active, reports `method` ("IOASCII::IOASCII_1D") as the reader of the
/// variables that are copied from a device, and not the driver or the calling function. Returns the result of `read`.
int read_as(cGH const* cctkGH, std::string const& method, std::function<int()> const& read);

/// The current moment of the run.
Moment moment_of(cGH const* cctkGH);

/// At PARAMCHECK: reports an error of the parameter file, or a warning if IO::strict_io_parameter_check is "no".
void report_parameter_error(std::string const& thorn, std::string const& sentence);

/// The full name "implementation::variable".
std::string full_name(int variable);

/// Whether the group of the variable has storage.
bool has_storage(cGH const* cctkGH, int variable);

} // namespace iotools

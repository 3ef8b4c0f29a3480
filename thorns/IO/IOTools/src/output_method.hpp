/// Declares what an output method consists of: the variables of its *_vars parameter, the iterations at which it writes
/// them, the checks of its parameters, and its registration with the flesh.
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
  Options options = {};
  bool is_named = true; ///< the parameter lists the variable or its group, not only "all"
};

/// The reason why a method cannot write a variable, such as "is a scalar, not a grid function". Empty if the method
/// can write the variable.
using RejectionReason = std::string (*)(int variable);

/// Messages about the contents of a *_vars parameter. `notes` reports variables of a listed group that the method
/// cannot write.
struct Findings {
  std::vector<std::string> errors, notes;
};

/// Parses a *_vars parameter and returns one request per variable. Options that are not in
/// `allowed` have no effect, and a note reports them. If the parameter lists a variable twice, the last occurrence is
/// used.
std::vector<Request> read_requests(std::string const& text, RejectionReason rejection_reason, Findings& findings,
                                   std::vector<std::string> const& allowed = all_options());

/// The current values of the steerable parameters that every output method has.
struct MethodParameters {
  char const* variables;             ///< *_vars
  Frequency frequency;               ///< see frequency()
  char const* reductions = nullptr;  ///< *_reductions; null for methods that write values of points
  char const* folder_name = nullptr; ///< "out1D_dir"; null for methods that write no files
  char const* folder = "";           ///< value of the parameter `folder_name`; empty for IO::out_dir
  bool can_compress = false;         ///< whether the option compression_level applies
};

/// Returns the output frequency that the parameters of a method specify. The corresponding parameters of IO apply if
/// `criterion` is "default", if `every` is at most `inherited_every`, or if `dt` is -2.
Frequency frequency(char const* criterion, CCTK_INT every, CCTK_REAL dt, CCTK_INT inherited_every = -1);

/// The variables that a method writes.
class OutputList {
public:
  /// `stem` is the start of the names of the method's parameters: "out1D" for "IOASCII::out1D_vars".
  OutputList(std::string const& thorn, std::string const& stem, RejectionReason rejection_reason)
      : thorn_(thorn), stem_(thorn + "::" + stem), parameter_(stem_ + "_vars"), rejection_reason_(rejection_reason) {}

  /// At PARAMCHECK: reports the errors in the names of variables and reductions (report_parameter_error), missing
  /// thorns that collect or reduce the variables, and a folder that cannot be written to.
  void check(cGH const* cctkGH, MethodParameters const& parameters);

  /// Parses the *_vars parameter again if its value has changed during the run, and sets the output frequency of the
  /// method. Must be called before each use of the list.
  void update(MethodParameters const& parameters);

  std::vector<Request> const& requests() const { return requests_; }
  Request const* find(int variable) const;

  /// Whether the method must write the variable at this iteration. The list must contain the variable, and neither this
  /// run nor the run that wrote the checkpoint may have written it at this iteration. Storage is not considered,
  /// because a thorn that computes the variable for this output may allocate it later.
  bool is_due(cGH const* cctkGH, int variable) const;

  /// Records that the variable was written in this iteration, by a trigger or by OutputGH.
  void mark_written(cGH const* cctkGH, int variable);

private:
  Findings read(MethodParameters const& parameters);
  void warn(std::vector<std::string> const& sentences) const;
  void warn_of_missing_storage(cGH const* cctkGH) const;
  void require_hyperslabs() const;
  void check_reductions(char const* reductions) const;
  void announce() const;

  std::string thorn_, stem_, parameter_;
  RejectionReason rejection_reason_;
  std::string text_;
  Frequency frequency_;
  bool is_announced_ = false;
  std::vector<Request> requests_;
};

/// Calls `read`. If thorn Accelerator copies variables from a device during this call, it reports `method` (for example
/// "IOASCII::IOASCII_1D") as their reader. Returns the result of `read`.
int read_as(cGH const* cctkGH, std::string const& method, std::function<int()> const& read);

/// Returns the current iteration and time of the run.
Moment moment_of(cGH const* cctkGH);

/// At PARAMCHECK: reports a folder that cannot be created, because a part of its path is a file. If the run writes into
/// it, the folder must permit that; unless the run only checks parameters, rank 0 tests this by creating and
/// removing the folder. `parameter` is the
/// full name of the parameter with the value `folder`.
void check_folder(std::string const& thorn, std::string const& parameter, std::string const& folder, bool is_written);

/// At PARAMCHECK: reports an error of the parameter file, or a warning if IO::strict_io_parameter_check is "no".
void report_parameter_error(std::string const& thorn, std::string const& sentence);

/// Whether an active thorn schedules storage for the group of the variable.
bool has_scheduled_storage(int variable);

/// Whether the group of the variable has storage.
bool has_storage(cGH const* cctkGH, int variable);

/// The flesh calls these four functions of an output method.
struct MethodFunctions {
  int (*output_gh)(cGH const*);
  int (*time_to_output)(cGH const*, int variable);
  int (*trigger_output)(cGH const*, int variable);
  int (*output_var_as)(cGH const*, char const* variable, char const* alias);
};
void register_method(char const* name, MethodFunctions const& functions);

/// An output method that writes variables one by one. `Method` must define
///   static constexpr char const *name = "Scalar", *stem = "outScalar"; // parameters: outScalar_vars, ...
///   static MethodParameters parameters();
///   static std::string rejection_reason(int variable);
///   static int write(cGH const*, Request const&, std::string const& alias);  // collective; 0, or negative
/// and may define
///   static void finish(cGH const*);  // called once per iteration after the output of all variables
/// The names of the files start with `alias`, which is the name of the variable or the argument of OutputVarAs.
template <class Method>
struct OutputMethod {
  /// At STARTUP.
  static void add() { register_method(Method::name, {output_gh, time_to_output, trigger_output, output_var_as}); }

  /// At PARAMCHECK.
  static void check(cGH const* cctkGH) { list().check(cctkGH, Method::parameters()); }

private:
  static OutputList& list() {
    static OutputList variables(CCTK_THORNSTRING, Method::stem, Method::rejection_reason);
    return variables;
  }

  static OutputList& updated_list() {
    list().update(Method::parameters());
    return list();
  }

  static int time_to_output(cGH const* cctkGH, int variable) { return updated_list().is_due(cctkGH, variable); }

  static int trigger_output(cGH const* cctkGH, int variable) {
    auto const* const request = updated_list().find(variable);
    if (request == nullptr || !has_storage(cctkGH, variable)) return -1;
    int const status = write(cctkGH, *request, CCTK_VarName(variable));
    list().mark_written(cctkGH, variable);
    return status;
  }

  static int output_gh(cGH const* cctkGH) {
    int n_written = 0;
    for (auto const& request : updated_list().requests())
      if (time_to_output(cctkGH, request.variable)) n_written += trigger_output(cctkGH, request.variable) == 0;
    if constexpr (requires { Method::finish(cctkGH); }) Method::finish(cctkGH);
    return n_written;
  }

  static int output_var_as(cGH const* cctkGH, char const* name, char const* alias) {
    int const variable = CCTK_VarIndex(name);
    if (variable < 0 || !Method::rejection_reason(variable).empty() || !has_storage(cctkGH, variable)) {
      CCTK_VWarn(1, __LINE__, __FILE__, CCTK_THORNSTRING, "No output of `%s`: %s.", name,
                 variable < 0 ? "there is no such variable" : "it has no storage, or this method cannot write it");
      return -1;
    }
    return write(cctkGH, {.variable = variable}, alias);
  }

  static int write(cGH const* cctkGH, Request const& request, std::string const& alias) {
    return read_as(cctkGH, std::string(CCTK_THORNSTRING "::") + Method::name,
                   [&] { return Method::write(cctkGH, request, alias); });
  }
};

} // namespace iotools

/// The four functions of the flesh for an output method that writes variables one by one.
#pragma once

#include "IO/IOTools/src/output_list.hpp"

#include <cctk.h>

#include <string>

namespace iotools {

/// `Method` must define
///   static OutputList& variables();                 // updated from its (steerable) parameters
///   static int write(cGH const*, Request const&, std::string const& alias);  // collective; 0, or negative
///   static std::string rejection_reason(int variable);     // see output_list.hpp
/// Files are named after `alias`: the name of the variable, or the argument of OutputVarAs.
template <class Method>
struct OutputMethod {
  static void add(char const* name) {
    method_name() = std::string(CCTK_THORNSTRING) + "::" + name;
    int const handle = CCTK_RegisterIOMethod(name);
    CCTK_RegisterIOMethodOutputGH(handle, output_gh);
    CCTK_RegisterIOMethodTimeToOutput(handle, time_to_output);
    CCTK_RegisterIOMethodTriggerOutput(handle, trigger_output);
    CCTK_RegisterIOMethodOutputVarAs(handle, output_var_as);
  }

  static int time_to_output(cGH const* cctkGH, int variable) { return Method::variables().is_due(cctkGH, variable); }

  static int trigger_output(cGH const* cctkGH, int variable) {
    auto& variables = Method::variables();
    auto const* const request = variables.find(variable);
    if (request == nullptr || !has_storage(cctkGH, variable)) return -1;
    int const status = write(cctkGH, *request, CCTK_VarName(variable));
    variables.mark_written(cctkGH, variable);
    return status;
  }

  static int output_gh(cGH const* cctkGH) {
    int written = 0;
    for (auto const& request : Method::variables().requests())
      if (time_to_output(cctkGH, request.variable)) written += trigger_output(cctkGH, request.variable) == 0;
    return written;
  }

  static int output_var_as(cGH const* cctkGH, char const* name, char const* alias) {
    int const variable = CCTK_VarIndex(name);
    if (variable < 0 || !Method::rejection_reason(variable).empty() || !has_storage(cctkGH, variable)) {
      CCTK_VWarn(1, __LINE__, __FILE__, CCTK_THORNSTRING, "No output of `%s`: %s.", name,
                 variable < 0 ? "there is no such variable" : "it has no storage, or this method cannot write it");
      return -1;
    }
    return write(cctkGH, {.variable = variable, .options = {}}, alias);
  }

private:
  static std::string& method_name() {
    static std::string name;
    return name;
  }

  static int write(cGH const* cctkGH, Request const& request, std::string const& alias) {
    return read_as(cctkGH, method_name(), [&] { return Method::write(cctkGH, request, alias); });
  }
};

} // namespace iotools

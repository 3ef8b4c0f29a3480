// The aliased functions with which time integrators say what follows, and by which they are told of others.
#include "cctk.h"
#include "running_function.hpp"
#include "waiting.hpp"

#include <exception>
#include <utility>

using namespace ca_kernel;

namespace {

/// Ends the run with the message of an exception.
template <class Act>
CCTK_INT guarded(Act const& act) {
  try {
    act();
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
  return 0;
}

} // namespace

extern "C" CCTK_INT CaKernelThorn_AwaitUpdate(CCTK_POINTER_TO_CONST gh) {
  return guarded([&] { Waiting::instance().expect_update(static_cast<cGH const*>(gh)); });
}

extern "C" CCTK_INT CaKernelThorn_Update(CCTK_POINTER_TO_CONST gh, CCTK_INT n, CCTK_INT const* vars,
                                         CCTK_INT const* tls, CCTK_REAL const* scales, CCTK_INT const* nsrcs,
                                         CCTK_INT const* srcs, CCTK_INT const* srctls, CCTK_REAL const* facts,
                                         CCTK_INT const* unneeded, CCTK_INT const* unneededtls, CCTK_INT nunneeded,
                                         CCTK_INT may_wait, CCTK_INT* done) {
  return guarded([&] {
    std::vector<Sum> sums;
    sums.reserve(static_cast<std::size_t>(n));
    std::string const function = running_function(static_cast<cGH const*>(gh));
    for (CCTK_INT i = 0, at = 0; i < n; ++i) {
      sums.push_back({{vars[i], tls[i]}, scales[i], {}, function});
      sums.back().terms.reserve(static_cast<std::size_t>(nsrcs[i]));
      for (CCTK_INT const end = at + nsrcs[i]; at < end; ++at)
        sums.back().terms.push_back({{srcs[at], srctls[at]}, facts[at]});
    }
    std::vector<GridArray> arrays;
    for (CCTK_INT i = 0; i < nunneeded; ++i) arrays.push_back({unneeded[i], unneededtls[i]});
    auto const is_done =
        Waiting::instance().update(static_cast<cGH const*>(gh), std::move(sums), std::move(arrays), may_wait != 0);
    for (std::size_t i = 0; i < is_done.size(); ++i) done[i] = is_done[i];
  });
}

extern "C" CCTK_INT CaKernelThorn_FinishWaiting(CCTK_POINTER_TO_CONST gh, CCTK_POINTER_TO_CONST attribute) {
  return guarded([&] {
    auto const* const cctkGH = static_cast<cGH const*>(gh);
    if (attribute)
      Waiting::instance().before(cctkGH, *static_cast<cFunctionData const*>(attribute));
    else
      Waiting::instance().finish(cctkGH);
  });
}

// Peers of the stencils benchmark: one step of the wave equation, second order in time, as hand-written loops; the
// triad.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace performance {

/// The arrays of a time step, each with `extent[0] * extent[1] * extent[2]` elements and x as the fastest axis. The
/// loops compute n points per axis, the first at (x0, order/2, order/2). `to` may be `u_old`.
template <typename Real>
struct StencilStep {
  Real const *u, *u_old;
  Real* to;
  std::ptrdiff_t extent[3];
  std::ptrdiff_t x0;
  std::ptrdiff_t n;
  Real c2; ///< (c dt / h)^2
};

/// to = 2 u - u_old + c2 h^2 lap u with centred differences of order 2, 4, 6 or 8. OpenMP over planes and rows; the
/// compiler vectorises the loop along x.
template <typename Real>
void plain_stencil(int order, StencilStep<Real> const& step);

/// A variant of plain_stencil(): vectors of the machine's width, blocked along y, one or more planes at a time, with or
/// without software prefetching and non-temporal stores. The fastest variant is the peer.
template <typename Real>
struct HandwrittenStencil {
  std::string name;
  bool needs_new_array; ///< whether the variant uses non-temporal stores, which are fast only if the step does not read
                        ///< `to`
  std::function<void(StencilStep<Real> const&)> run;
};
template <typename Real>
std::vector<HandwrittenStencil<Real>> handwritten_stencils(int order);

/// Computes a = b + s c for n elements with non-temporal stores.
template <typename Real>
void nontemporal_triad(Real* a, Real const* b, Real const* c, std::ptrdiff_t n);

} // namespace performance

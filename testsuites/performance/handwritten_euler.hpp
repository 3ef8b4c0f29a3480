// The peer of the fluids benchmark: the Euler equations as a textbook program with OpenMP loops over rows.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace performance {

/// Solves the Euler equations of an ideal gas with gamma = 5/3 in a periodic box with sides of length 1. The scheme is
/// that of thorn Euler with RK2: linear reconstruction (monotonised central limiter), HLLC fluxes with Einfeldt's
/// speeds, and Heun's method. The initial data are those of `Euler::initial = "Kelvin-Helmholtz"`. Each stage stores
/// velocities and pressure, and the fluxes through all faces, in arrays; the compiler vectorises the loops along x.
template <typename Real>
class HandwrittenEuler {
public:
  /// `n_cells` cells along each axis; an axis with one cell has no fluxes.
  explicit HandwrittenEuler(std::array<std::ptrdiff_t, 3> const& n_cells);

  /// Computes the time step, which is `courant` divided by the largest rate, and advances the solution by one step. The
  /// rate of a cell is the sum of signal speed/cell width over the axes.
  void step(Real courant);

  /// The root of the mean of the squares of density (0), momentum (1, 2, 3) and energy (4).
  double norm2(std::size_t variable) const;

  std::ptrdiff_t n_cells() const { return n_[0] * n_[1] * n_[2]; }

private:
  using State = std::array<std::vector<Real>, 5>;

  template <typename Body>
  void for_rows(std::ptrdiff_t margin, Body const& body) const;
  void set_initial();
  void fill_ghosts();
  void compute_primitives();
  template <std::size_t axis>
  void compute_fluxes();
  Real largest_rate() const;
  void compute_all_fluxes();
  void update(Real dt, bool is_last);

  std::array<std::ptrdiff_t, 3> n_, ghosts_, stride_;
  std::size_t size_ = 1;
  State u_, old_, w_; ///< averages now and at the start of the step; density, velocity and pressure
  std::array<State, 3> flux_;
};

} // namespace performance

#include "power_of_modes.hpp"

#include "derived/fourier.hpp"
#include "redistribute.hpp"

#include <algorithm>
#include <utility>

namespace analysis {

namespace {

using Values = std::vector<double>;

std::size_t extent_of(Box const& box, int axis) { return static_cast<std::size_t>(box.extent(axis)); }

/// Divides a grid among `n` processes along one axis.
std::vector<Box> slabs(long const (&points)[3], int axis, std::size_t n) {
  std::vector<Box> boxes(n);
  for (std::size_t p = 0; p < n; ++p) {
    std::copy_n(points, 3, boxes[p].end);
    boxes[p].first[axis] = points[axis] * static_cast<long>(p) / static_cast<long>(n);
    boxes[p].end[axis] = points[axis] * static_cast<long>(p + 1) / static_cast<long>(n);
  }
  return boxes;
}

struct Modes {
  Values real{}, imaginary{};

  ComplexRows rows(std::size_t first, std::size_t stride) {
    return {real.data() + first, imaginary.data() + first, stride};
  }
};

/// Transforms planes of real numbers along x and y. Modes along x are those with 2 i <= n_x.
class PlaneTransform {
public:
  PlaneTransform(std::size_t n_x, std::size_t n_y) : n_x_(n_x), n_y_(n_y), along_x_(n_x), along_y_(n_y) {}

  Modes transform(Values const& values, std::size_t n_planes) const {
    std::size_t const plane = n_modes() * n_y_;
    Modes modes{Values(plane * n_planes), Values(plane * n_planes)};
#pragma omp parallel
    {
      Values buffer(std::max(along_x_.buffer_size(), along_y_.buffer_size())), lines(4 * n_x_ * max_lines);
#pragma omp for
      for (std::size_t k = 0; k < n_planes; ++k) {
        transform_x(values.data() + k * n_x_ * n_y_, modes.rows(k * plane, n_modes()), lines, buffer);
        for (std::size_t first = 0; first < n_modes(); first += max_lines) {
          ComplexRows const rows = modes.rows(k * plane + first, n_modes());
          along_y_.apply(rows, rows, std::min(max_lines, n_modes() - first), buffer.data());
        }
      }
    }
    return modes;
  }

private:
  static constexpr std::size_t max_lines = FourierTransform::max_lines;

  std::size_t n_modes() const { return n_x_ / 2 + 1; }

  /// Transforms two real lines a and b as the complex line a + i b. Its mode k is A(k) + i B(k), and A(-k) is the
  /// complex conjugate of A(k).
  void transform_x(double const* plane, ComplexRows const& modes, Values& lines, Values& buffer) const {
    for (std::size_t first = 0; first < n_y_; first += 2 * max_lines) {
      std::size_t const n_lines = std::min(2 * max_lines, n_y_ - first), n_pairs = (n_lines + 1) / 2;
      std::size_t const size = n_x_ * n_pairs;
      ComplexRows const in{lines.data(), lines.data() + size, n_pairs};
      ComplexRows const out{lines.data() + 2 * size, lines.data() + 3 * size, n_pairs};
      for (std::size_t l = 0; l < n_pairs; ++l) {
        double const* const a = plane + (first + l) * n_x_;
        bool const has_second = n_pairs + l < n_lines;
        for (std::size_t i = 0; i < n_x_; ++i) {
          in.real[i * n_pairs + l] = a[i];
          in.imaginary[i * n_pairs + l] = has_second ? a[n_pairs * n_x_ + i] : 0;
        }
      }
      along_x_.apply(in, out, n_pairs, buffer.data());
      for (std::size_t l = 0; l < n_pairs; ++l) {
        std::size_t const row = (first + l) * modes.stride, second = row + n_pairs * modes.stride;
        bool const has_second = n_pairs + l < n_lines;
        for (std::size_t k = 0; k < n_modes(); ++k) {
          std::size_t const plus = k * n_pairs + l, minus = (k == 0 ? 0 : n_x_ - k) * n_pairs + l;
          modes.real[row + k] = 0.5 * (out.real[plus] + out.real[minus]);
          modes.imaginary[row + k] = 0.5 * (out.imaginary[plus] - out.imaginary[minus]);
          if (!has_second) continue;
          modes.real[second + k] = 0.5 * (out.imaginary[plus] + out.imaginary[minus]);
          modes.imaginary[second + k] = 0.5 * (out.real[minus] - out.real[plus]);
        }
      }
    }
  }

  std::size_t n_x_, n_y_;
  FourierTransform along_x_, along_y_;
};

/// Transforms planes along z, and returns the power of the modes.
Values power_along_z(Modes& modes, std::size_t plane, std::size_t n_z, double n_points) {
  constexpr std::size_t max_lines = FourierTransform::max_lines;
  FourierTransform const transform(n_z);
  Values power(plane * n_z);
#pragma omp parallel
  {
    Values buffer(transform.buffer_size()), lines(2 * n_z * max_lines);
#pragma omp for
    for (std::size_t first = 0; first < plane; first += max_lines) {
      std::size_t const n_lines = std::min(max_lines, plane - first);
      ComplexRows const out{lines.data(), lines.data() + n_z * n_lines, n_lines};
      transform.apply(modes.rows(first, plane), out, n_lines, buffer.data());
      for (std::size_t k = 0; k < n_z; ++k)
        for (std::size_t l = 0; l < n_lines; ++l) {
          double const real = out.real[k * n_lines + l] / n_points,
                       imaginary = out.imaginary[k * n_lines + l] / n_points;
          power[k * plane + first + l] = real * real + imaginary * imaginary;
        }
    }
  }
  return power;
}

/// Returns the points (-i, -j, -k) of the points (i, j, k) of a box with all indices along y and z, unless they are
/// points with 2 i <= n_x.
Box mirrored_box(Box const& box, long n_x) {
  Box mirrored = box;
  mirrored.first[0] = n_x - std::min(box.end[0] - 1, (n_x - 1) / 2);
  mirrored.end[0] = n_x - std::max(box.first[0], 1L) + 1;
  return mirrored;
}

Values mirrored_values(Values const& values, Box const& box, long n_x) {
  Box const mirrored = mirrored_box(box, n_x);
  Values result(static_cast<std::size_t>(mirrored.n_points()));
  if (result.empty()) return result;
  auto const n = static_cast<std::ptrdiff_t>(mirrored.extent(0));
  auto next = result.begin();
  for (long k = 0; k < box.end[2]; ++k)
    for (long j = 0; j < box.end[1]; ++j, next += n) {
      auto const from = values.begin() + static_cast<std::ptrdiff_t>(number_in(box, n_x - mirrored.end[0] + 1,
                                                                               j == 0 ? 0 : box.end[1] - j,
                                                                               k == 0 ? 0 : box.end[2] - k));
      std::reverse_copy(from, from + n, next);
    }
  return result;
}

} // namespace

Values power_of_modes(Values values, DividedGrid const& grid) {
  int rank = 0;
  MPI_Comm_rank(grid.communicator, &rank);
  auto const here = static_cast<std::size_t>(rank);
  auto const own = boxes_of_all(grid.own, grid.communicator);
  long const n_x = grid.points[0], n_modes[] = {n_x / 2 + 1, grid.points[1], grid.points[2]};
  auto const along_xy = slabs(grid.points, 2, own.size());
  auto const modes_along_xy = slabs(n_modes, 2, own.size()), modes_along_z = slabs(n_modes, 0, own.size());
  Box const& planes = along_xy[here];
  values = redistribute(std::move(values), own, along_xy, grid.communicator);
  Modes modes = PlaneTransform(extent_of(planes, 0), extent_of(planes, 1)).transform(values, extent_of(planes, 2));
  values = {};
  for (Values* const part : {&modes.real, &modes.imaginary})
    *part = redistribute(std::move(*part), modes_along_xy, modes_along_z, grid.communicator);
  Box const& box = modes_along_z[here];
  double const n_points = static_cast<double>(n_x) * static_cast<double>(n_modes[1]) * static_cast<double>(n_modes[2]);
  Values const power = power_along_z(modes, extent_of(box, 0) * extent_of(box, 1), extent_of(box, 2), n_points);
  modes = {};
  std::vector<Box> mirrored;
  for (Box const& each : modes_along_z) mirrored.push_back(mirrored_box(each, n_x));
  Values result(static_cast<std::size_t>(grid.own.n_points()));
  redistribute_into(result, power, modes_along_z, own, grid.communicator);
  redistribute_into(result, mirrored_values(power, box, n_x), mirrored, own, grid.communicator);
  return result;
}

} // namespace analysis

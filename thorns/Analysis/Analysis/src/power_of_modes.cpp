#include "power_of_modes.hpp"

#include "derived/fourier.hpp"
#include "redistribute.hpp"

#include <algorithm>
#include <utility>

namespace analysis {

namespace {

using chemora::patterns::LocalField;
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

/// Transforms planes of real numbers along x and y. Only the modes i along x with 2 i <= n_x are computed.
class PlaneTransform {
public:
  PlaneTransform(std::size_t n_x, std::size_t n_y) : n_x_(n_x), n_y_(n_y), along_x_(n_x), along_y_(n_y) {}

  Modes transform(LocalField const& field, std::size_t n_planes) const {
    std::size_t const plane = n_modes() * n_y_;
    Modes modes{Values(plane * n_planes), Values(plane * n_planes)};
#pragma omp parallel
    {
      Values buffer(std::max(along_x_.buffer_size(), along_y_.buffer_size())), lines(4 * n_x_ * max_lines);
#pragma omp for
      for (std::size_t k = 0; k < n_planes; ++k) {
        transform_x(field, k, modes.rows(k * plane, n_modes()), lines, buffer);
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
  void transform_x(LocalField const& field, std::size_t k, ComplexRows const& modes, Values& lines,
                   Values& buffer) const {
    for (std::size_t first = 0; first < n_y_; first += 2 * max_lines) {
      std::size_t const n_lines = std::min(2 * max_lines, n_y_ - first), n_pairs = (n_lines + 1) / 2;
      std::size_t const size = n_x_ * n_pairs;
      ComplexRows const in{lines.data(), lines.data() + size, n_pairs};
      ComplexRows const out{lines.data() + 2 * size, lines.data() + 3 * size, n_pairs};
      for (std::size_t l = 0; l < n_pairs; ++l) {
        double const* const a =
            field.first + static_cast<long>(first + l) * field.strides[1] + static_cast<long>(k) * field.strides[2];
        double const* const b = a + static_cast<long>(n_pairs) * field.strides[1];
        bool const has_second = n_pairs + l < n_lines;
        for (std::size_t i = 0; i < n_x_; ++i) {
          long const offset = static_cast<long>(i) * field.strides[0];
          in.real[i * n_pairs + l] = a[offset];
          in.imaginary[i * n_pairs + l] = has_second ? b[offset] : 0;
        }
      }
      along_x_.apply(in, out, n_pairs, buffer.data());
      for (std::size_t l = 0; l < n_pairs; ++l) {
        std::size_t const row = (first + l) * modes.stride, second = row + n_pairs * modes.stride;
        bool const has_second = n_pairs + l < n_lines;
        for (std::size_t i = 0; i < n_modes(); ++i) {
          std::size_t const plus = i * n_pairs + l, minus = (i == 0 ? 0 : n_x_ - i) * n_pairs + l;
          modes.real[row + i] = 0.5 * (out.real[plus] + out.real[minus]);
          modes.imaginary[row + i] = 0.5 * (out.imaginary[plus] - out.imaginary[minus]);
          if (!has_second) continue;
          modes.real[second + i] = 0.5 * (out.imaginary[plus] + out.imaginary[minus]);
          modes.imaginary[second + i] = 0.5 * (out.real[minus] - out.real[plus]);
        }
      }
    }
  }

  std::size_t n_x_, n_y_;
  FourierTransform along_x_, along_y_;
};

/// Transforms the modes of planes along z, and returns the power. `modes` is empty afterwards. `plane` is the number of
/// modes in a plane.
Values power_along_z(Modes& modes, std::size_t plane, std::size_t n_z, double n_points) {
  constexpr std::size_t max_lines = FourierTransform::max_lines;
  FourierTransform const transform(n_z);
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
          modes.real[k * plane + first + l] = real * real + imaginary * imaginary;
        }
    }
  }
  modes.imaginary = {};
  return std::move(modes.real);
}

/// Returns the box of the points (-i, -j, -k) for the points (i, j, k) of a box that contains all indices along y and
/// z. Points with 2 i <= n_x are excluded, because their modes are computed.
Box mirrored_box(Box const& box, long n_x) {
  Box mirrored = box;
  mirrored.first[0] = n_x - std::min(box.end[0] - 1, (n_x - 1) / 2);
  mirrored.end[0] = n_x - std::max(box.first[0], 1L) + 1;
  return mirrored;
}

/// Copies the values of the box `from` to the points of the box `to` that mirrored_box() returns for `from`. Both boxes
/// contain all indices along y and z.
void copy_mirrored(Values const& values, Box const& from, long n_x, Values& result, Box const& to) {
  Box const mirrored = mirrored_box(from, n_x);
  if (mirrored.n_points() == 0) return;
  for (long k = 0; k < from.end[2]; ++k)
    for (long j = 0; j < from.end[1]; ++j) {
      std::size_t const first =
          number_in(from, n_x - mirrored.end[0] + 1, j == 0 ? 0 : from.end[1] - j, k == 0 ? 0 : from.end[2] - k);
      std::reverse_copy(values.data() + first, values.data() + first + mirrored.extent(0),
                        result.data() + number_in(to, mirrored.first[0], j, k));
    }
}

} // namespace

Values power_of_modes(LocalField const& field, DividedGrid const& grid) {
  int rank = 0;
  MPI_Comm_rank(grid.communicator, &rank);
  auto const here = static_cast<std::size_t>(rank);
  auto const own = boxes_of_all(grid.own, grid.communicator);
  long const n_x = grid.points[0], n_modes[] = {n_x / 2 + 1, grid.points[1], grid.points[2]};
  auto const along_xy = slabs(grid.points, 2, own.size());
  auto const modes_along_xy = slabs(n_modes, 2, own.size()), modes_along_z = slabs(n_modes, 0, own.size());
  Box const& planes = along_xy[here];
  PlaneTransform const transform(extent_of(planes, 0), extent_of(planes, 1));
  Modes modes;
  if (own == along_xy) {
    modes = transform.transform(field, extent_of(planes, 2));
  } else {
    Values const values = redistribute(values_of(field, grid.own), own, along_xy, grid.communicator);
    modes = transform.transform({values.data(), {1, n_x, n_x * grid.points[1]}}, extent_of(planes, 2));
  }
  for (Values* const part : {&modes.real, &modes.imaginary})
    *part = redistribute(std::move(*part), modes_along_xy, modes_along_z, grid.communicator);
  Box const& box = modes_along_z[here];
  double const n_points = static_cast<double>(n_x) * static_cast<double>(n_modes[1]) * static_cast<double>(n_modes[2]);
  Values const power = power_along_z(modes, extent_of(box, 0) * extent_of(box, 1), extent_of(box, 2), n_points);
  Values result(static_cast<std::size_t>(grid.own.n_points()));
  redistribute_into(result, power, modes_along_z, own, grid.communicator);
  if (own.size() == 1) {
    copy_mirrored(power, box, n_x, result, grid.own);
    return result;
  }
  std::vector<Box> mirrored;
  for (Box const& each : modes_along_z) mirrored.push_back(mirrored_box(each, n_x));
  Values values(static_cast<std::size_t>(mirrored[here].n_points()));
  copy_mirrored(power, box, n_x, values, mirrored[here]);
  redistribute_into(result, values, mirrored, own, grid.communicator);
  return result;
}

} // namespace analysis

#include "power_of_modes.hpp"

#include "redistribute.hpp"

#include <kissfft/kissfft.hh>

#include <algorithm>
#include <complex>
#include <concepts>
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

using Complex = std::complex<double>;
using Modes = std::vector<Complex>;

std::size_t number_of_modes(std::size_t n_points) { return n_points / 2 + 1; }

constexpr std::size_t n_lanes = 4; ///< real64 numbers of two SSE2 registers or of one AVX register

/// One number of each of several lines, which kissfft transforms together. The constructor of kissfft computes factors
/// that are equal for all lines, with functions of `double`; the conversion to `double` returns the first number.
struct Lanes {
  using Vector = double __attribute__((vector_size(n_lanes * sizeof(double))));

  Lanes() = default;
  Lanes(double number) : numbers(number - Vector{}) {}
  Lanes(Vector const& vector) : numbers(vector) {}
  operator double() const { return numbers[0]; }

  Lanes& operator+=(Lanes const& other) { return *this = *this + other; }
  Lanes& operator-=(Lanes const& other) { return *this = *this - other; }
  Lanes& operator*=(Lanes const& other) { return *this = *this * other; }
  friend Lanes operator-(Lanes const& a) { return -a.numbers; }
  friend Lanes operator+(Lanes const& a, Lanes const& b) { return a.numbers + b.numbers; }
  friend Lanes operator-(Lanes const& a, Lanes const& b) { return a.numbers - b.numbers; }
  friend Lanes operator*(Lanes const& a, Lanes const& b) { return a.numbers * b.numbers; }
  template <std::integral Integer>
  friend Lanes operator*(Integer a, Lanes const& b) {
    return static_cast<double>(a) * b.numbers;
  }
  friend Lanes operator*(Lanes const& a, double b) { return a.numbers * b; }

  Vector numbers{};
};

using LinesOfModes = std::vector<std::complex<Lanes>>;

/// Calls `visit(line)` for `n` lines. If these are all lanes, each `line` is a constant for the compiler, so that
/// vectors remain in registers.
template <typename Visit>
void for_each_line(std::size_t n, Visit const& visit) {
  if (n == n_lanes) [&]<std::size_t... line>(std::index_sequence<line...>) {
      (visit(line), ...);
    }
  (std::make_index_sequence<n_lanes>());
  else for (std::size_t line = 0; line < n; ++line) visit(line);
}

/// Transforms lines of points. Each thread needs an object of its own.
class LineTransform {
public:
  explicit LineTransform(std::size_t n) : transform_(n, false), in_(n), out_(n) {}

  LinesOfModes& in() { return in_; }
  LinesOfModes const& of_in() {
    transform_.transform(in_.data(), out_.data());
    return out_;
  }
  /// Returns the transforms of `n_lines` adjacent lines, of which the first has the numbers first[0], first[stride],
  /// and so on.
  LinesOfModes const& of(Complex const* first, std::size_t stride, std::size_t n_lines) {
    for (std::complex<Lanes>& numbers : in_) {
      Lanes real, imaginary;
      for_each_line(n_lines, [&](std::size_t line) {
        real.numbers[line] = first[line].real();
        imaginary.numbers[line] = first[line].imag();
      });
      numbers = {real, imaginary};
      first += stride;
    }
    return of_in();
  }

private:
  kissfft<Lanes> transform_;
  LinesOfModes in_, out_;
};

Complex in_line(std::complex<Lanes> const& numbers, std::size_t line) {
  return {numbers.real().numbers[line], numbers.imag().numbers[line]};
}

/// Transforms pairs of real lines. Each pair a and b is transformed as one complex line a + i b. Its mode k is
/// A(k) + i B(k), and A(-k) is the complex conjugate of A(k). If `has_last_line` is false, the last pair has only a.
void transform_real(double const* lines, long stride_of_points, long stride_of_lines, std::size_t n_pairs,
                    bool has_last_line, LineTransform& along_x, Complex* modes) {
  std::size_t const n = along_x.in().size(), n_modes = number_of_modes(n);
  auto const has_second = [&](std::size_t pair) { return has_last_line || pair + 1 < n_pairs; };
  for (std::size_t i = 0; i < n; ++i) {
    double const* const point = lines + static_cast<long>(i) * stride_of_points;
    Lanes first, second;
    for_each_line(n_pairs, [&](std::size_t pair) {
      double const* const number = point + 2 * static_cast<long>(pair) * stride_of_lines;
      first.numbers[pair] = *number;
      if (has_second(pair)) second.numbers[pair] = number[stride_of_lines];
    });
    along_x.in()[i] = {first, second};
  }
  LinesOfModes const& both = along_x.of_in();
  for (std::size_t i = 0; i < n_modes; ++i) {
    std::complex<Lanes> const plus = both[i], minus = std::conj(both[i == 0 ? 0 : n - i]);
    std::complex<Lanes> const first = (plus + minus) * Lanes(0.5), difference = (plus - minus) * Lanes(0.5);
    std::complex<Lanes> const second(difference.imag(), -difference.real());
    for_each_line(n_pairs, [&](std::size_t pair) {
      modes[2 * pair * n_modes + i] = in_line(first, pair);
      if (has_second(pair)) modes[(2 * pair + 1) * n_modes + i] = in_line(second, pair);
    });
  }
}

/// Transforms planes of real numbers along x and y. Only the modes i along x with 2 i <= n_x are computed.
Modes transform_planes(LocalField const& field, std::size_t n_x, std::size_t n_y, std::size_t n_planes) {
  std::size_t const n_modes = number_of_modes(n_x), plane = n_modes * n_y;
  Modes modes(plane * n_planes);
#pragma omp parallel
  {
    LineTransform along_x(n_x), along_y(n_y);
#pragma omp for
    for (std::size_t k = 0; k < n_planes; ++k) {
      Complex* const first = modes.data() + k * plane;
      double const* const points = field.first + static_cast<long>(k) * field.strides[2];
      for (std::size_t j = 0; j < n_y; j += 2 * n_lanes) {
        std::size_t const n_lines = std::min(2 * n_lanes, n_y - j);
        transform_real(points + static_cast<long>(j) * field.strides[1], field.strides[0], field.strides[1],
                       (n_lines + 1) / 2, n_lines % 2 == 0, along_x, first + j * n_modes);
      }
      for (std::size_t i = 0; i < n_modes; i += n_lanes) {
        std::size_t const n_lines = std::min(n_lanes, n_modes - i);
        LinesOfModes const& lines = along_y.of(first + i, n_modes, n_lines);
        for (std::size_t j = 0; j < n_y; ++j)
          for_each_line(n_lines, [&](std::size_t line) { first[j * n_modes + i + line] = in_line(lines[j], line); });
      }
    }
  }
  return modes;
}

/// Transforms the modes of planes along z, and returns the power. `plane` is the number of modes in a plane.
Values power_along_z(Modes modes, std::size_t plane, std::size_t n_z, double n_points) {
  Values power(modes.size());
#pragma omp parallel
  {
    LineTransform along_z(n_z);
#pragma omp for
    for (std::size_t n = 0; n < plane; n += n_lanes) {
      std::size_t const n_lines = std::min(n_lanes, plane - n);
      LinesOfModes const& lines = along_z.of(modes.data() + n, plane, n_lines);
      for (std::size_t k = 0; k < n_z; ++k)
        for_each_line(n_lines, [&](std::size_t line) {
          power[k * plane + n + line] = std::norm(in_line(lines[k], line) / n_points);
        });
    }
  }
  return power;
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
  auto const transformed = [&](LocalField const& part) {
    return transform_planes(part, extent_of(planes, 0), extent_of(planes, 1), extent_of(planes, 2));
  };
  Modes modes;
  if (own == along_xy) {
    modes = transformed(field);
  } else {
    Values const values = redistribute(values_of(field, grid.own), own, along_xy, grid.communicator);
    modes = transformed({values.data(), {1, n_x, n_x * grid.points[1]}});
  }
  modes = redistribute(std::move(modes), modes_along_xy, modes_along_z, grid.communicator);
  Box const& box = modes_along_z[here];
  double const n_points = static_cast<double>(n_x) * static_cast<double>(n_modes[1]) * static_cast<double>(n_modes[2]);
  Values const power =
      power_along_z(std::move(modes), extent_of(box, 0) * extent_of(box, 1), extent_of(box, 2), n_points);
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

#include "power_of_modes.hpp"

#include "derived/line_transform.hpp"
#include "framework/base/vector_versions.hpp"
#include "redistribute.hpp"

#include <algorithm>
#include <cstring>
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

std::size_t number_of_modes(std::size_t n_points) { return n_points / 2 + 1; }
/// Adjacent modes along x are lanes of one element.
std::size_t number_of_blocks(std::size_t n_points) { return (number_of_modes(n_points) - 1) / n_lanes + 1; }

[[gnu::always_inline]] inline void transpose(Lanes (&rows)[n_lanes]) {
  Lanes const a = __builtin_shufflevector(rows[0], rows[1], 0, 4, 2, 6),
              b = __builtin_shufflevector(rows[0], rows[1], 1, 5, 3, 7),
              c = __builtin_shufflevector(rows[2], rows[3], 0, 4, 2, 6),
              d = __builtin_shufflevector(rows[2], rows[3], 1, 5, 3, 7);
  rows[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  rows[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  rows[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  rows[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/// Sets lane p of each of `n` numbers to lines[2 p] + i lines[2 p + 1].
CHEMORA_VECTOR_VERSIONS void load_pairs(double const* const* lines, long stride, std::size_t n, ComplexLanes* numbers) {
  std::size_t j = 0;
  for (; stride == 1 && j + n_lanes <= n; j += n_lanes) {
    Lanes first[n_lanes], second[n_lanes];
    for (std::size_t pair = 0; pair < n_lanes; ++pair) {
      std::memcpy(&first[pair], lines[2 * pair] + j, sizeof(Lanes));
      std::memcpy(&second[pair], lines[2 * pair + 1] + j, sizeof(Lanes));
    }
    transpose(first);
    transpose(second);
    for (std::size_t q = 0; q < n_lanes; ++q) numbers[j + q] = {first[q], second[q]};
  }
  for (; j < n; ++j)
    for (std::size_t pair = 0; pair < n_lanes; ++pair) {
      numbers[j].real[pair] = lines[2 * pair][static_cast<long>(j) * stride];
      numbers[j].imaginary[pair] = lines[2 * pair + 1][static_cast<long>(j) * stride];
    }
}

/// Stores the modes k with 2 k <= n of the lines in load_pairs(). Mode k of a pair a + i b is A(k) + i B(k), and A(-k)
/// is the complex conjugate of A(k). The lanes of an element of a line are adjacent modes; those after the last one
/// are 0.
CHEMORA_VECTOR_VERSIONS void store_pairs(ComplexLanes const* both, std::size_t n, ComplexLanes* const* lines) {
  for (std::size_t block = 0; block * n_lanes <= n / 2; ++block) {
    Lanes parts[4][n_lanes] = {}; // real and imaginary parts of the first and of the second line
    for (std::size_t q = 0, k = block * n_lanes; q < n_lanes && 2 * k <= n; ++q, ++k) {
      ComplexLanes const &a = both[k], &b = both[k == 0 ? 0 : n - k];
      parts[0][q] = 0.5 * (a.real + b.real);
      parts[1][q] = 0.5 * (a.imaginary - b.imaginary);
      parts[2][q] = 0.5 * (a.imaginary + b.imaginary);
      parts[3][q] = 0.5 * (b.real - a.real);
    }
    for (Lanes(&part)[n_lanes] : parts) transpose(part);
    for (std::size_t pair = 0; pair < n_lanes; ++pair) {
      lines[2 * pair][block] = {parts[0][pair], parts[1][pair]};
      lines[2 * pair + 1][block] = {parts[2][pair], parts[3][pair]};
    }
  }
}

/// Stores |modes[k] / n_points|^2 of all lanes from power[k * stride].
CHEMORA_VECTOR_VERSIONS void set_power(ComplexLanes const* modes, std::size_t n, double n_points, double* power,
                                       std::size_t stride) {
  for (std::size_t k = 0; k < n; ++k) {
    Lanes const real = modes[k].real / n_points, imaginary = modes[k].imaginary / n_points;
    Lanes const squares = real * real + imaginary * imaginary;
    std::memcpy(power + k * stride, &squares, sizeof squares);
  }
}

/// Transforms planes of real numbers along x and y. Only the modes i along x with 2 i <= n_x are computed.
void transform_planes(LocalField const& field, std::size_t n_x, std::size_t n_y, std::size_t n_planes,
                      ComplexLanes* modes) {
  std::size_t const n_blocks = number_of_blocks(n_x);
  auto const make_transform = line_transforms().back();
#pragma omp parallel
  {
    auto const along_x = make_transform(n_x), along_y = make_transform(n_y);
    std::vector<ComplexLanes> in(n_x), out(std::max(n_x, n_y)), unused(n_blocks);
#pragma omp for
    for (std::size_t k = 0; k < n_planes; ++k) {
      ComplexLanes* const plane = modes + k * n_blocks * n_y;
      for (std::size_t j = 0; j < n_y; j += 2 * n_lanes) {
        double const* lines[2 * n_lanes];
        ComplexLanes* results[2 * n_lanes];
        for (std::size_t n = 0; n < 2 * n_lanes; ++n) {
          auto const line = static_cast<long>(std::min(j + n, n_y - 1));
          lines[n] = field.first + static_cast<long>(k) * field.strides[2] + line * field.strides[1];
          results[n] = j + n < n_y ? plane + (j + n) * n_blocks : unused.data();
        }
        load_pairs(lines, field.strides[0], n_x, in.data());
        along_x->transform(in.data(), 1, out.data());
        store_pairs(out.data(), n_x, results);
      }
      for (std::size_t block = 0; block < n_blocks; ++block) {
        along_y->transform(plane + block, n_blocks, out.data());
        for (std::size_t j = 0; j < n_y; ++j) plane[j * n_blocks + block] = out[j];
      }
    }
  }
}

/// Where the power of modes is stored.
struct PowerArray {
  double* values = nullptr;
  Box box{};
  long n_x = 0; ///< of the whole grid
  /// Whether the array also has the modes (-i, -j, -k), which have equal power. It then contains all indices.
  bool is_whole = false;

  /// Stores the power of n modes from (i, j, 0). `power` contains n numbers for each k, at the given distance.
  void store(long i, long j, long n, double const* power, long distance) const {
    n = std::min(n, std::min(box.end[0], n_x / 2 + 1) - i);
    long const n_y = box.end[1], n_z = box.end[2], opposite_j = j == 0 ? 0 : n_y - j;
    for (long k = 0; k < n_z; ++k) std::copy_n(power + k * distance, n, values + number_in(box, i, j, k));
    if (!is_whole) return;
    long const first = i == 0 ? 1 : 0, end = std::min(n, (n_x + 1) / 2 - i); // i = 0 and 2 i = n_x are not mirrored
    for (long k = 0; k < n_z && first < end; ++k)
      std::reverse_copy(power + k * distance + first, power + k * distance + end,
                        values + number_in(box, n_x - i - end + 1, opposite_j, k == 0 ? 0 : n_z - k));
  }
};

/// Transforms modes of planes along z, and stores their power. `box` contains the indices of blocks of modes along x,
/// and all indices along y and z. Blocks that are adjacent along x are read and written together.
void store_power(ComplexLanes const* modes, Box const& box, double n_points, PowerArray const& power) {
  constexpr std::size_t max_width = 8; // buffers of a thread remain in its cache
  std::size_t const n_blocks = extent_of(box, 0), n_y = extent_of(box, 1), n_z = extent_of(box, 2);
  std::size_t const n_groups = (n_blocks + max_width - 1) / max_width;
  auto const make_transform = line_transforms().back();
#pragma omp parallel
  {
    auto const along_z = make_transform(n_z);
    std::vector<ComplexLanes> lines(max_width * n_z), out(n_z);
    Values power_of_group(max_width * n_lanes * n_z);
#pragma omp for
    for (std::size_t number = 0; number < n_groups * n_y; ++number) {
      std::size_t const j = number / n_groups, group = number % n_groups;
      std::size_t const first = n_blocks * group / n_groups, width = n_blocks * (group + 1) / n_groups - first;
      for (std::size_t k = 0; k < n_z; ++k)
        std::copy_n(modes + (k * n_y + j) * n_blocks + first, width, lines.data() + k * width);
      for (std::size_t block = 0; block < width; ++block) {
        along_z->transform(lines.data() + block, width, out.data());
        set_power(out.data(), n_z, n_points, power_of_group.data() + block * n_lanes, width * n_lanes);
      }
      auto const n_modes = static_cast<long>(width * n_lanes);
      power.store(static_cast<long>(n_lanes) * (box.first[0] + static_cast<long>(first)), static_cast<long>(j), n_modes,
                  power_of_group.data(), n_modes);
    }
  }
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

void power_of_modes(LocalField const& field, DividedGrid const& grid, Values& result) {
  int rank = 0;
  MPI_Comm_rank(grid.communicator, &rank);
  auto const here = static_cast<std::size_t>(rank);
  auto const own = boxes_of_all(grid.own, grid.communicator);
  auto const along_xy = slabs(grid.points, 2, own.size());
  Box const& planes = along_xy[here];
  long const n_x = grid.points[0], n_y = grid.points[1], n_z = grid.points[2];
  auto const n_blocks = static_cast<long>(number_of_blocks(static_cast<std::size_t>(n_x)));
  std::vector<Box> const blocks_along_xy = slabs({n_blocks, n_y, n_z}, 2, own.size()),
                         blocks_along_z = slabs({n_blocks, n_y, n_z}, 0, own.size());
  static std::vector<ComplexLanes> modes; // the memory is retained, because its allocation takes long
  modes.resize(static_cast<std::size_t>(blocks_along_xy[here].n_points()));
  auto const transform = [&](LocalField const& part) {
    transform_planes(part, extent_of(planes, 0), extent_of(planes, 1), extent_of(planes, 2), modes.data());
  };
  if (own == along_xy) {
    transform(field);
  } else {
    Values const values = redistribute(values_of(field, grid.own), own, along_xy, grid.communicator);
    transform({values.data(), {1, n_x, n_x * n_y}});
  }
  modes = redistribute(std::move(modes), blocks_along_xy, blocks_along_z, grid.communicator);
  double const n_points = static_cast<double>(n_x) * static_cast<double>(n_y) * static_cast<double>(n_z);
  result.resize(static_cast<std::size_t>(grid.own.n_points()));
  if (own.size() == 1)
    return store_power(modes.data(), blocks_along_z[0], n_points, {result.data(), grid.own, n_x, true});
  std::vector<Box> modes_along_z = blocks_along_z, mirrored;
  for (Box& each : modes_along_z) {
    each.first[0] = std::min(n_x / 2 + 1, static_cast<long>(n_lanes) * each.first[0]);
    each.end[0] = std::min(n_x / 2 + 1, static_cast<long>(n_lanes) * each.end[0]);
    mirrored.push_back(mirrored_box(each, n_x));
  }
  Box const& box = modes_along_z[here];
  Values power(static_cast<std::size_t>(box.n_points()));
  store_power(modes.data(), blocks_along_z[here], n_points, {power.data(), box, n_x, false});
  redistribute_into(result, power, modes_along_z, own, grid.communicator);
  Values values(static_cast<std::size_t>(mirrored[here].n_points()));
  copy_mirrored(power, box, n_x, values, mirrored[here]);
  redistribute_into(result, values, mirrored, own, grid.communicator);
}

} // namespace analysis

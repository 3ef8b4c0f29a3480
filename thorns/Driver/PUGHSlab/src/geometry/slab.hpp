/// The points of a hyperslab of a distributed array, and the part of them on one rank.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace pughslab {

inline constexpr int max_dimension = 4;
using Index = std::array<int, max_dimension>;

/// The request is invalid. code() is the return value of the mapping functions, what() is the reason.
class SlabError : public std::runtime_error {
public:
  SlabError(int code, std::string const& message) : std::runtime_error(message), code_(code) {}
  int code() const { return code_; }

private:
  int code_;
};

/// One rank's part of an array, in global indices.
struct Piece {
  Index lower = {0, 0, 0, 0}; ///< of the first local point
  Index shape = {1, 1, 1, 1}; ///< local points
  Index begin = {0, 0, 0, 0}; ///< points that belong to this rank: [begin, end)
  Index end = {1, 1, 1, 1};
};

/// The grid of a hyperslab. Points outside [first, last) are images in a periodic direction.
struct Grid {
  int dimension = 0;
  Index extent = {1, 1, 1, 1};
  Index first = {0, 0, 0, 0};
  Index last = {1, 1, 1, 1};
};

/// Point h of the slab is the grid point origin + sum over i of h[i] * downsample[i] * direction[i], 0 <= h < size.
struct Slab {
  int dimension = 0; ///< of the slab, at most that of the grid
  Index origin = {0, 0, 0, 0};
  std::array<Index, max_dimension> direction{};
  Index downsample = {1, 1, 1, 1};
  Index size = {1, 1, 1, 1};
};

/// The arrays of Hyperslab_GlobalMappingByIndex. The vector of direction i starts at i * grid dimension.
struct Request {
  int dimension = 0;
  std::vector<int> direction, origin, extent, downsample; ///< downsample may be empty
};

/// Constructs the slab. A negative extent reaches to the end of the grid. Periodic images are not part of the slab; in
/// the other directions, an origin in the images moves to the corresponding point. Each grid direction belongs to at
/// most one slab direction. A slab direction along several grid directions is a diagonal. Throws SlabError with the
/// codes of Cactus: -2 dimension, -5 vectors, -7 direction, -8 duplicate direction or too large.
Slab make_slab(Grid const& grid, Request const& request);

/// The part of the slab in [piece.begin, piece.end), as a box of slab indices.
struct Part {
  Index lower = {0, 0, 0, 0};
  Index size = {0, 0, 0, 0}; ///< 1 beyond the dimension of the slab; all 0 if the part is empty
  std::size_t n_points() const {
    std::size_t n = 1;
    for (int extent : size) n *= extent;
    return n;
  }
};
Part part_of(Slab const& slab, Piece const& piece);

/// The rows of the part in the memory of the piece (first index fastest): the start of each, the stride and the number
/// of points. They are in the order of the slab, so that their concatenation is the part.
struct Lines {
  std::vector<std::size_t> begin;
  std::ptrdiff_t stride = 1;
  int length = 0;
};
Lines lines_of(Slab const& slab, Part const& part, Piece const& piece);

/// Copies the points of a part, consecutive in `from`, to their positions in the slab, consecutive in `to`.
void copy_into_slab(Slab const& slab, Part const& part, std::size_t point_size, std::byte const* from, std::byte* to);

} // namespace pughslab

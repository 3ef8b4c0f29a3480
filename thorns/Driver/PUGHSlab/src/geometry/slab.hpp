/// The points of a hyperslab of a distributed array, and the part of the slab on one rank.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace pughslab {

inline constexpr int max_dimension = 4;
using Index = std::array<int, max_dimension>;

/// Thrown if a request is invalid. code() is the return value of the mapping functions, what() is the reason.
class SlabError : public std::runtime_error {
public:
  SlabError(int code, std::string const& message) : std::runtime_error(message), code_(code) {}
  int code() const { return code_; }

private:
  int code_;
};

/// The part of an array on one rank, in global indices.
struct Piece {
  Index lower = {0, 0, 0, 0}; ///< global index of the first local point
  Index shape = {1, 1, 1, 1}; ///< number of local points
  Index begin = {0, 0, 0, 0}; ///< the rank owns the points [begin, end)
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
  int dimension = 0; ///< dimension of the slab, at most that of the grid
  Index origin = {0, 0, 0, 0};
  std::array<Index, max_dimension> direction{};
  Index downsample = {1, 1, 1, 1};
  Index size = {1, 1, 1, 1};
};

/// The array arguments of Hyperslab_GlobalMappingByIndex. The vector of direction i starts at index i * grid dimension.
struct Request {
  int dimension = 0;
  std::vector<int> direction, origin, extent, downsample; ///< downsample may be empty
};

/// Constructs the slab. With a negative extent the slab ends at the end of the grid. Periodic images are not part of
/// the slab. In grid directions without a slab direction, an origin in the periodic images is replaced by the
/// corresponding interior point. Each grid direction belongs to at most one slab direction. A slab direction along
/// several grid directions is a diagonal. Throws SlabError with the codes of Cactus: -2 invalid dimension, -5 invalid
/// vectors, -7 invalid direction, -8 duplicate direction or too large extent.
Slab make_slab(Grid const& grid, Request const& request);

/// The points of the slab in [piece.begin, piece.end), as a box of slab indices.
struct Part {
  Index lower = {0, 0, 0, 0};
  Index size = {0, 0, 0, 0}; ///< extents of the box; all 0 if the part is empty
  std::size_t n_points() const {
    std::size_t n = 1;
    for (int extent : size) n *= extent;
    return n;
  }
};
Part part_of(Slab const& slab, Piece const& piece);

/// The rows of a part in the local array: the index of the first element of each row, the stride and the number of
/// points. The rows are in the order of the slab, so that the concatenated rows are the part.
struct Lines {
  std::vector<std::size_t> begin;
  std::ptrdiff_t stride = 1;
  int length = 0;
};
Lines lines_of(Slab const& slab, Part const& part, Piece const& piece);

/// Copies the points of a part from the contiguous array `from` to their positions in the contiguous slab `to`.
void copy_into_slab(Slab const& slab, Part const& part, std::size_t point_size, std::byte const* from, std::byte* to);

} // namespace pughslab

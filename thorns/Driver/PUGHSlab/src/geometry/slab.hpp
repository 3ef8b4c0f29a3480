// Which points of a distributed array make up a hyperslab, and which of them one rank holds.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace pughslab {

inline constexpr int max_dimension = 4;
using Index = std::array<int, max_dimension>;

// The request cannot be met; code() is the return value of the mapping functions, what() says why.
class SlabError : public std::runtime_error {
public:
  SlabError(int code, std::string const& message) : std::runtime_error(message), code_(code) {}
  int code() const { return code_; }

private:
  int code_;
};

// One rank's part of an array, in global indices.
struct Piece {
  Index lower = {0, 0, 0, 0}; // of the first local point
  Index shape = {1, 1, 1, 1}; // local points
  Index begin = {0, 0, 0, 0}; // points that count for this rank: [begin, end)
  Index end = {1, 1, 1, 1};
};

// The grid a hyperslab is cut from. Points outside [first, last) are ghost images of a periodic direction.
struct Grid {
  int dimension = 0;
  Index extent = {1, 1, 1, 1};
  Index first = {0, 0, 0, 0};
  Index last = {1, 1, 1, 1};
};

// Point h of the slab is the grid point origin + sum over i of h[i] * downsample[i] * direction[i], 0 <= h < size.
struct Slab {
  int dimension = 0; // of the slab, at most that of the grid
  Index origin = {0, 0, 0, 0};
  std::array<Index, max_dimension> direction{};
  Index downsample = {1, 1, 1, 1};
  Index size = {1, 1, 1, 1};
};

// What a caller asks for: arrays as in Hyperslab_GlobalMappingByIndex, direction[i] starting at i * grid dimension.
struct Request {
  int dimension = 0;
  std::vector<int> direction, origin, extent, downsample; // downsample may be empty
};

// Makes the slab: an extent below zero reaches to the end of the grid; points that are images of others in a periodic
// direction are left out, and an origin among them across the slab's directions is moved to the point it images.
// Each grid direction belongs to at most one slab direction; a slab direction along several grid directions is a
// diagonal. Throws SlabError with Cactus' codes: -2 dimension, -5 vectors, -7 direction, -8 duplicate or too large.
Slab make_slab(Grid const& grid, Request const& request);

// The part of the slab whose points lie in [piece.begin, piece.end): a box in slab indices.
struct Part {
  Index lower = {0, 0, 0, 0};
  Index size = {0, 0, 0, 0}; // 1 beyond the slab's dimension; all 0 when the part is empty
  std::size_t n_points() const {
    std::size_t n = 1;
    for (int extent : size) n *= extent;
    return n;
  }
};
Part part_of(Slab const& slab, Piece const& piece);

// Lines of the part in the piece's memory (first index fastest): where each begins, the distance between its points,
// how many there are; in the order of the slab, so that the lines one after the other are the part.
struct Lines {
  std::vector<std::size_t> begin;
  std::ptrdiff_t stride = 1;
  int length = 0;
};
Lines lines_of(Slab const& slab, Part const& part, Piece const& piece);

// Places the points of a part, consecutive in `from`, into the slab, consecutive in `to`.
void place(Slab const& slab, Part const& part, std::size_t point_size, std::byte const* from, std::byte* to);

} // namespace pughslab

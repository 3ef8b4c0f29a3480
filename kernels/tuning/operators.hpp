/// The three ways in which the search derives a genome from other genomes (Paraiso paper, section 3.3).
#pragma once

#include "kernels/tuning/genome.hpp"
#include "kernels/tuning/random.hpp"

namespace chemora::tuning {

/// Returns the number of bits that a mutation of a genome of `n_bits` bits overwrites: ceil(exp(u)), where u is uniform
/// in [-0.2 ln n_bits, ln n_bits]. A sixth of all mutations overwrites one bit because u is negative.
std::size_t mutation_length(std::size_t n_bits, Random& random);

/// Returns the genome with mutation_length() bits overwritten, at independent positions. With probability 1/2 the bits
/// are inverted, with 1/4 set, and with 1/4 cleared. If more than 8 bits are overwritten, the result is crossed with
/// the original twice, which restores some segments. (The paper omits these numbers; they are those of the authors'
/// program.)
Genome mutate(Genome const& genome, Random& random);

/// Divides both genomes at the same random points and takes the segments from one and the other in turn. The number of
/// points is 1 with probability 1/2, 2 with 1/4, and so on. Either genome may be the first. The result has the length
/// of the longer genome.
Genome cross(Genome const& a, Genome const& b, Random& random);

/// Returns the genome in which each bit differs from `base` if it does in `secondary` or in `primary` (Table 4 of the
/// paper): p and s where `base` is true, p or s where it is false.
Genome triangulate(Genome const& base, Genome const& secondary, Genome const& primary);

} // namespace chemora::tuning

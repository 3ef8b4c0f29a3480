/// Alignments and annotations from the path of a recursion through its tables, as text and as CIGAR of SAM.
#pragma once

#include <string>
#include <vector>

namespace sequences {

/// One element of a table on the path. Coordinates count the letters of the query (or the positions of a profile) and
/// of the target that are consumed so far. They are -1 if the table has no such dimension, as the special states of a
/// profile.
struct PathPoint {
  long query = -1, target = -1;
  std::string state{}; ///< of a hidden Markov model; empty: none
};

/// A part of an alignment without a passage through tables that lack a dimension. Letters are counted from 1.
struct Segment {
  long query_begin = 0, query_end = 0, target_begin = 0, target_end = 0;
  std::string query_row{}, target_row{}; ///< equally long, with `-` for gaps
};

/// Returns the segments of a path in its order. Throws chemora::base::UserError if coordinates decrease along the path,
/// because such a path is not an alignment.
std::vector<Segment> segments_of(std::vector<PathPoint> const& path, std::string const& query,
                                 std::string const& target);

struct Identity {
  long n_columns = 0, n_identical = 0, n_gaps = 0;
};
Identity identity_of(std::vector<Segment> const& segments);

/// Returns the rows in blocks of `width` columns with the coordinates of their letters. Identical letters are marked
/// with `|`; lower case letters equal upper case ones.
std::string to_text(Segment const& segment, std::size_t width = 60);

/// The CIGAR of a segment for a query of `query_length` letters: M, I (a query letter without target letter), D, and S
/// for the ends of the query outside of the segment.
std::string cigar_of(Segment const& segment, long query_length);

/// Successive letters of the target that belong to the same state, or to states whose names differ only after the last
/// underscore, such as `codon_1` and `codon_2`.
struct StateRun {
  std::string state{};     ///< the part of the name before the last underscore
  long begin = 0, end = 0; ///< letters, counted from 1
};
std::vector<StateRun> runs_of(std::vector<PathPoint> const& path, long n_letters);

} // namespace sequences

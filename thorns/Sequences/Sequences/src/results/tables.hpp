/// Files with the results of a search: a table of tab-separated values, alignments as text, and SAM.
#pragma once

#include "alignment.hpp"
#include "hits.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sequences {

/// One line of the table.
struct ResultRow {
  std::string query{}; ///< names of the queries, separated by blanks; `-` if there is none
  Hit hit{};
  long rank = 1; ///< among the hits of the query
  std::optional<double> bits{}, e_value{};
  std::vector<Segment> segments{}; ///< empty if the hit is not aligned
  std::vector<StateRun> states{};
  std::string query_letters{}; ///< for SAM; empty if the query is no sequence
};

/// The title and one line for each row. Columns: query, target, rank, score, bits, evalue, query_start, query_end,
/// target_start, target_end, target_length, identity, description. Unknown values are `-`. The identity is the part of
/// the columns of the alignment with equal letters.
std::string to_tsv(std::vector<ResultRow> const& rows);

/// The alignments of all rows that have one, with a title each.
std::string to_alignments(std::vector<ResultRow> const& rows);

/// Returns a name that several sequences of the rows have; empty if there is none.
std::string repeated_name(std::vector<ResultRow> const& rows);

/// A file in the format SAM 1.6 with one line for each segment. Further segments of a hit are supplementary.
/// `program` is the name for the line @PG.
std::string to_sam(std::vector<ResultRow> const& rows, std::string const& program);

/// A score with all digits that are needed to read the same number; integers without a point.
std::string score_text(double score);

} // namespace sequences

#include "tables.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace sequences {

namespace {

std::string or_dash(std::string const& text) { return text.empty() ? "-" : text; }
std::string number_or_dash(long number) { return number > 0 ? std::to_string(number) : "-"; }

/// Removes characters that separate columns and lines.
std::string in_a_column(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return text;
}

std::string e_value_text(double e_value) { return fmt::format("{:.3g}", e_value); }

constexpr int supplementary = 0x800; ///< flag of SAM

} // namespace

std::string score_text(double score) {
  if (std::isinf(score)) return score > 0 ? "inf" : "-inf";
  if (std::isnan(score)) return "nan";
  return score == std::floor(score) && std::abs(score) < 1e15 ? fmt::format("{:.0f}", score) : fmt::format("{}", score);
}

std::string to_tsv(std::vector<ResultRow> const& rows) {
  std::string text = "query\ttarget\trank\tscore\tbits\tevalue\tquery_start\tquery_end\ttarget_start\ttarget_end\t"
                     "target_length\tidentity\tdescription\n";
  for (ResultRow const& row : rows) {
    bool const is_aligned = !row.segments.empty();
    Identity const identity = identity_of(row.segments);
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", or_dash(row.query), row.hit.name,
                        row.rank, score_text(row.hit.score), row.bits ? fmt::format("{:.2f}", *row.bits) : "-",
                        row.e_value ? e_value_text(*row.e_value) : "-",
                        number_or_dash(is_aligned ? row.segments.front().query_begin : 0),
                        number_or_dash(is_aligned ? row.segments.back().query_end : 0),
                        number_or_dash(is_aligned ? row.segments.front().target_begin : 0),
                        number_or_dash(is_aligned ? row.segments.back().target_end : 0), row.hit.length,
                        is_aligned ? fmt::format("{:.4f}", static_cast<double>(identity.n_identical) /
                                                               static_cast<double>(identity.n_columns))
                                   : "-",
                        or_dash(in_a_column(row.hit.description)));
  }
  return text;
}

std::string to_alignments(std::vector<ResultRow> const& rows) {
  std::string text;
  for (ResultRow const& row : rows) {
    if (row.segments.empty() && row.states.empty()) continue;
    text += fmt::format("# {} and {} (rank {}), score {}", or_dash(row.query), row.hit.name, row.rank,
                        score_text(row.hit.score));
    if (row.bits) text += fmt::format(", {:.2f} bits", *row.bits);
    if (row.e_value) text += ", E-value " + e_value_text(*row.e_value);
    if (!row.segments.empty()) {
      Identity const identity = identity_of(row.segments);
      text += fmt::format(", {} of {} columns identical, {} gaps", identity.n_identical, identity.n_columns,
                          identity.n_gaps);
    }
    text += "\n\n";
    for (Segment const& segment : row.segments) text += to_text(segment);
    for (StateRun const& run : row.states) text += fmt::format("{:>10} {:>10}  {}\n", run.begin, run.end, run.state);
    if (!row.states.empty()) text += "\n";
  }
  return text;
}

std::string repeated_name(std::vector<ResultRow> const& rows) {
  std::map<std::string, long> targets;
  for (ResultRow const& row : rows)
    if (targets.try_emplace(row.hit.name, row.hit.target).first->second != row.hit.target) return row.hit.name;
  return "";
}

std::string to_sam(std::vector<ResultRow> const& rows, std::string const& program) {
  std::string text = "@HD\tVN:1.6\tSO:unsorted\n", lines;
  std::map<std::string, long> lengths;
  for (ResultRow const& row : rows) {
    if (row.segments.empty() || row.query_letters.empty()) continue;
    if (lengths.try_emplace(row.hit.name, row.hit.length).second)
      text += fmt::format("@SQ\tSN:{}\tLN:{}\n", row.hit.name, row.hit.length);
    for (Segment const& segment : row.segments) {
      bool const is_first = &segment == &row.segments.front();
      lines += fmt::format("{}\t{}\t{}\t{}\t255\t{}\t*\t0\t0\t{}\t*", row.query, is_first ? 0 : supplementary,
                           row.hit.name, segment.target_begin,
                           cigar_of(segment, static_cast<long>(row.query_letters.size())), row.query_letters);
      bool const is_integer = row.hit.score == std::floor(row.hit.score) && std::abs(row.hit.score) < 2e9;
      lines += is_integer ? fmt::format("\tAS:i:{:.0f}", row.hit.score) : fmt::format("\tZS:f:{}", row.hit.score);
      if (row.e_value) lines += "\tZE:f:" + e_value_text(*row.e_value);
      lines += "\n";
    }
  }
  return text + "@PG\tID:chemora\tPN:" + program + "\n" + lines;
}

} // namespace sequences

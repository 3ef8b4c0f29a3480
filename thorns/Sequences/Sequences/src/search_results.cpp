#include "Kernel/Devices/src/processes.hpp"
#include "codegen/recursion/inputs.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/recursions/path_value.hpp"
#include "results/statistics.hpp"
#include "search_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace sequences {

namespace base = chemora::base;
namespace recursion = chemora::recursion;
namespace recursions = chemora::recursions;

namespace {

/// The dimensions of a function that an alignment shows; -1: there is none.
struct Tracks {
  int query = -1, target = -1, state = -1;
};

Tracks tracks_of(recursion::Function const& function, std::string const& query, std::string const& target) {
  Tracks tracks;
  for (std::size_t n = 0; n < function.dimensions.size(); ++n) {
    recursion::Dimension const& dimension = function.dimensions[n];
    bool const is_letters = dimension.kind == recursion::DimensionKind::index;
    if (is_letters && dimension.of == target) tracks.target = static_cast<int>(n);
    if ((is_letters || dimension.kind == recursion::DimensionKind::position) && dimension.of == query)
      tracks.query = static_cast<int>(n);
    if (dimension.kind == recursion::DimensionKind::state) tracks.state = static_cast<int>(n);
  }
  return tracks;
}

std::string to_text(std::vector<Segment> const& segments, std::vector<StateRun> const& runs) {
  std::string text;
  for (Segment const& s : segments)
    text += fmt::format("segment {} {} {} {} {} {}\n", s.query_begin, s.query_end, s.target_begin, s.target_end,
                        s.query_row, s.target_row);
  for (StateRun const& run : runs) text += fmt::format("run {} {} {}\n", run.begin, run.end, run.state);
  return text;
}

/// Inverse of to_text().
void read_alignment(std::string const& text, ResultRow& row) {
  std::istringstream lines(text);
  for (std::string word; lines >> word;) {
    if (word == "segment") {
      Segment& s = row.segments.emplace_back();
      lines >> s.query_begin >> s.query_end >> s.target_begin >> s.target_end >> s.query_row >> s.target_row;
    } else {
      StateRun& run = row.states.emplace_back();
      lines >> run.begin >> run.end >> run.state;
    }
  }
}

} // namespace

std::string Search::letters_text(std::size_t argument, std::span<std::uint8_t const> codes) const {
  std::string text;
  for (std::uint8_t const code : codes) text += codes_[argument]->letters()[code];
  return text;
}

/// Returns the alignment of a hit as text. The score of the alignment must equal that of the search.
std::string Search::alignment_text(Group& group, std::size_t query, Hit const& hit) const {
  Query const& of = *group.queries[query];
  auto const& calling = print_.system.result->calling;
  std::size_t const database = sequence_arguments_.back();
  recursions::Problem problem;
  problem.sequences[calling[database]] = hit.letters;
  auto const steps = group.solvers[query]->trace(problem);

  auto inputs = shared_inputs(loaded_, print_);
  for (std::size_t n = 0; n < of.arguments.size(); ++n)
    recursion::set_sequence(inputs, calling[of.arguments[n]], of.sequences[n]->letters);
  recursion::set_sequence(inputs, calling[database], hit.letters);
  double const value = recursions::value_of_path(print_.system, inputs, steps);
  if (value != hit.score && !(std::abs(value - hit.score) <= 1e-9 * std::max(1., std::abs(hit.score))))
    throw base::InternalError(fmt::format("The alignment of {} and {} has the score {}, but the search found {}.",
                                          of.name(), hit.name, value, hit.score));

  std::string query_parameter, query_letters;
  recursion::Model const* model = nullptr;
  if (of.arguments.size() == 1) {
    query_parameter = calling[of.arguments[0]];
    query_letters = letters_text(of.arguments[0], of.sequences[0]->letters);
  }
  for (std::size_t n = 0; n < calling.size(); ++n) {
    ArgumentKind const kind = kind_of(loaded_, print_.arguments[n]);
    if (kind == ArgumentKind::model) model = &loaded_.models.at(print_.arguments[n]);
    if (kind != ArgumentKind::profile || !query_parameter.empty()) continue;
    query_parameter = calling[n];
    query_letters = loaded_.profiles.at(print_.arguments[n]).consensus;
  }
  std::vector<PathPoint> path;
  // The path of a result that is a single element covers all letters, also those of its first element.
  Tracks const first = tracks_of(print_.system.function(steps.front().function), query_parameter, calling[database]);
  if (!print_.system.result->tables[0].over && first.query >= 0 && first.target >= 0) path.push_back({0, 0});
  for (recursions::PathStep const& step : steps) {
    Tracks const tracks = tracks_of(print_.system.function(step.function), query_parameter, calling[database]);
    PathPoint& point = path.emplace_back();
    if (tracks.query >= 0) point.query = step.position[static_cast<std::size_t>(tracks.query)];
    if (tracks.target >= 0) point.target = step.position[static_cast<std::size_t>(tracks.target)];
    if (tracks.state >= 0 && model)
      point.state = model->states.at(static_cast<std::size_t>(step.position[static_cast<std::size_t>(tracks.state)]));
  }
  std::string const target_letters = letters_text(database, hit.letters);
  return to_text(query_parameter.empty() ? std::vector<Segment>() : segments_of(path, query_letters, target_letters),
                 runs_of(path, hit.length));
}

/// Returns on process 0 the alignments of the best hits of `merged` as texts, by rank. Collective: each process aligns
/// the hits that it has found. Only process 0 has merged hits.
std::vector<std::string> Search::align(Group& group, std::size_t query, std::vector<Hit> const& own,
                                       std::vector<MergedHit> const& merged) {
  devices::MpiExchange exchange(communicator_);
  std::string list; // process and index of each aligned hit
  for (std::size_t n = 0; n < merged.size() && n < static_cast<std::size_t>(parameters_.alignments); ++n)
    list += fmt::format("{} {}\n", merged[n].process, merged[n].index);
  exchange.broadcast(list, 0);
  std::istringstream items(list);
  std::string texts;
  int process = 0;
  std::size_t index = 0, n_aligned = 0;
  for (; items >> process >> index; ++n_aligned)
    if (process == rank_) {
      std::string const text = alignment_text(group, query, own.at(index));
      texts += fmt::format("{} {}\n{}", n_aligned, text.size(), text);
    }
  std::vector<std::string> result(n_aligned);
  for (std::string const& of_process : exchange.gather(texts)) {
    std::istringstream stream(of_process);
    for (std::size_t n = 0, size = 0; stream >> n >> size;) {
      stream.get();
      result[n].resize(size);
      stream.read(result[n].data(), static_cast<std::streamsize>(size));
    }
  }
  return result;
}

std::size_t Search::length_of_query(Query const& query) const {
  std::size_t sum = 0;
  for (Sequence const* const sequence : query.sequences) sum += sequence->letters.size();
  return sum;
}

void Search::add_significance(ResultRow& row, Query const& query) const {
  double const score = row.hit.score;
  auto const n = static_cast<double>(result_.n_sequences);
  if (parameters_.statistics == Statistics::karlin_altschul) {
    KarlinAltschul const parameters{parameters_.lambda, parameters_.K};
    row.bits = parameters.bits(score);
    row.e_value = parameters.e_value(score, static_cast<double>(length_of_query(query)), result_.n_letters);
  }
  for (std::string const& argument : print_.arguments) {
    if (kind_of(loaded_, argument) != ArgumentKind::profile) continue;
    Profile const& profile = loaded_.profiles.at(argument);
    bool const is_forward = parameters_.statistics == Statistics::forward;
    if (is_forward && profile.forward)
      row.e_value = e_value_of_forward(score, profile.forward->location, profile.forward->lambda, n);
    if (parameters_.statistics == Statistics::viterbi && profile.viterbi)
      row.e_value = e_value_of_viterbi(score, profile.viterbi->location, profile.viterbi->lambda, n);
    if (row.e_value) row.bits = score;
  }
}

ResultRow Search::row_of(Query const& query, MergedHit const& hit, long rank) const {
  ResultRow row;
  row.query = query.name();
  for (std::string const& argument : print_.arguments)
    if (kind_of(loaded_, argument) == ArgumentKind::profile) {
      std::string const& name = loaded_.profiles.at(argument).name;
      row.query = row.query.empty() ? name : name + " " + row.query;
    }
  row.hit = hit.hit;
  row.rank = rank;
  if (query.arguments.size() == 1) row.query_letters = letters_text(query.arguments[0], query.sequences[0]->letters);
  add_significance(row, query);
  return row;
}

/// Collects the hits of all processes on process 0, aligns the best ones, adds their rows to the result, and destroys
/// the solvers.
void Search::gather(Group& group) {
  devices::MpiExchange exchange(communicator_);
  for (std::size_t q = 0; q < group.queries.size(); ++q) {
    auto const own = group.hits[q].take();
    std::vector<std::vector<Hit>> hits; // empty on other processes than 0
    for (std::string const& bytes : exchange.gather(to_bytes(own))) hits.push_back(hits_from(bytes));
    auto const merged = merge(std::move(hits), parameters_.max_hits, parameters_.larger_is_better);
    std::vector<std::string> alignments;
    if (print_.has_alignments) alignments = align(group, q, own, merged);
    if (group.solvers[q]) statistics_.add(group.solvers[q]->statistics());
    group.solvers[q].reset();
    if (rank_ != 0) continue;
    for (std::size_t n = 0; n < merged.size(); ++n) {
      ResultRow row = row_of(*group.queries[q], merged[n], static_cast<long>(n) + 1);
      if (row.e_value && !(*row.e_value <= parameters_.max_e_value)) continue;
      if (n < alignments.size()) read_alignment(alignments[n], row);
      result_.rows.push_back(std::move(row));
    }
  }
}

} // namespace sequences

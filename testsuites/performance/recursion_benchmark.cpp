// Measures recursions (kernels/recursions) beside a scalar loop and a hand-written kernel with vectors, in turns.
//
// Usage: bench_recursion write FOLDER RESIDUES LENGTH...
//        bench_recursion search|forward|viterbi|distance|pair-linear|pair-affine FILE.rec FUNCTION LENGTH RESIDUES
//                        SCALAR_RESIDUES MEASUREMENTS FOLDER
//        bench_recursion lines-x|lines-y|lines-z|eikonal POINTS MEASUREMENTS
//
// `write` writes the generated database, a query and a profile for each length, and a pair of long sequences to files
// for other programs. The other commands print a JSON object with the measured cells or points per second. The scalar
// loop computes only SCALAR_RESIDUES letters of the database, because it is slow. All programs must have equal scores;
// the scores are written to FOLDER/scores. LENGTH is that of the query, the profile or both sequences of the pair.
#include "codegen/recursion/recursion.hpp"
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/machine/measured_rates.hpp"
#include "kernels/recursions/solver.hpp"
#include "testsuites/performance/handwritten_alignment.hpp"
#include "testsuites/performance/handwritten_distance.hpp"
#include "testsuites/performance/handwritten_profile.hpp"
#include "testsuites/performance/handwritten_stencil.hpp"
#include "testsuites/performance/handwritten_sweeps.hpp"
#include "testsuites/performance/measured_sweeps.hpp"
#include "testsuites/performance/measurement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <limits>

using namespace chemora;
using namespace performance;

namespace {

struct Case {
  std::string command, file, function;
  std::int64_t length = 0, n_residues = 0, n_scalar_residues = 0;
  int n_measurements = 0;
  std::string folder;
};

/// A recursion with its arguments, which solves all problems of a list.
class Recursion {
public:
  Recursion(std::string const& file, std::string const& function, recursion::Inputs shared)
      : device_(device::make_host_device()),
        solver_(
            recursion::read_system(base::read_source(file), function), std::move(shared), *device_,
            [this](auto const& name, auto const& source, auto const& shape) { return compile(name, source, shape); },
            {.threads = omp_get_max_threads()}) {}

  std::vector<double> values(std::vector<recursions::Problem> const& problems) {
    std::vector<double> numbers;
    for (auto const& result : solver_.solve(problems)) numbers.push_back(result.value.number);
    return numbers;
  }

  std::string to_json() const {
    recursions::Statistics const& statistics = solver_.statistics();
    return fmt::format(R"("plans": ["{}"], "compile_seconds": {:.3f})", fmt::join(statistics.plans(), R"(", ")"),
                       statistics.compile_seconds);
  }

private:
  std::unique_ptr<device::Module> compile(std::string const& name, std::string const& source,
                                          device::LaunchShape const& shape) {
    device::CompileRequest const request{.kernel = name, .source = source};
    device::CompiledObject const compiled = device_->compile({&request, 1}, 1).front();
    if (!compiled.error.empty()) throw device::DeviceError(compiled.error);
    return device_->load(name, compiled.object, shape);
  }

  std::unique_ptr<device::Device> device_;
  recursions::Solver solver_;
};

std::vector<recursions::Problem> problems_of(SequenceDatabase const& database, std::string const& parameter) {
  std::vector<recursions::Problem> problems(database.size());
  for (std::size_t n = 0; n < problems.size(); ++n) problems[n].sequences[parameter] = database.sequence(n);
  return problems;
}

/// Throws base::InternalError if a score differs by more than `rounding` of its number. `theirs` may have fewer scores.
template <typename Theirs>
void check_scores(
    std::string const& name, std::vector<double> const& ours, std::vector<Theirs> const& theirs,
    std::function<double(std::size_t)> const& rounding = [](std::size_t) { return 0.; }) {
  for (std::size_t n = 0; n < std::min(ours.size(), theirs.size()); ++n)
    if (!(std::abs(ours[n] - static_cast<double>(theirs[n])) <= rounding(n)))
      throw base::InternalError(
          fmt::format("The score of sequence {} is {}, but {} computes {}.", n, ours[n], name, theirs[n]));
}

void write_scores(Case const& problem, std::vector<double> const& scores) {
  std::ofstream file(problem.folder + "/scores");
  for (double const score : scores) file << fmt::format("{:.10g}\n", score);
}

/// Prints the samples of all candidates; `limit` is the compulsory limit in cells per second.
void print(Case const& problem, std::vector<Rate> const& rates, double limit, std::string const& details) {
  std::vector<std::string> samples;
  for (Rate const& rate : rates)
    samples.push_back(fmt::format(R"("{}": [{:.6g}])", rate.name, fmt::join(rate.rounds, ", ")));
  fmt::print(R"({{"case": "{} length={} threads={}", "limit": {:.6g}, "samples": {{{}}}{}}})"
             "\n",
             problem.command, problem.length, omp_get_max_threads(), limit, fmt::join(samples, ", "), details);
}

/// The scores of a matrix in the order of recursion::InputArray.
std::vector<double> elements_of(AlignmentCosts const& costs) {
  std::vector<double> elements;
  for (auto const& row : costs.matrix) elements.insert(elements.end(), row.begin(), row.begin() + n_protein_letters);
  return elements;
}

void search(Case const& problem) {
  auto const database = generate_database(problem.n_residues);
  auto const part = first_sequences(database, problem.n_scalar_residues);
  auto const query = generate_query(problem.length);
  AlignmentCosts const costs = blosum62_costs();
  recursion::Inputs shared;
  shared.sizes["length_q"] = problem.length;
  shared.scalars = {{"gap_open", costs.open}, {"gap_extend", costs.extend}};
  shared.arrays["q"] = {query.begin(), query.end()};
  shared.arrays["m"] = elements_of(costs);
  Recursion ours(problem.file, problem.function, shared);
  auto const problems = problems_of(database, "t");
  auto const scores = ours.values(problems);
  check_scores("the hand-written kernel", scores, scores_by_hand(database, query, costs));
  check_scores("the scalar loop", scores, scores_by_scalar_loop(part, query, costs));
  write_scores(problem, scores);
  double const cells = static_cast<double>(database.n_residues() * problem.length);
  auto const rates = measure_in_turns({{"ours", [&] { ours.values(problems); }},
                                       {"handwritten", [&] { scores_by_hand(database, query, costs); }},
                                       {"scalar", [&] { scores_by_scalar_loop(part, query, costs); },
                                        static_cast<double>(part.n_residues() * problem.length)}},
                                      cells, problem.n_measurements);
  print(problem, rates, alignment_instruction_bound() * omp_get_max_threads(), ", " + ours.to_json());
}

/// Returns the arrays of a profile `p` as recursions read them (recursion::InputArray): for the positions 0 to length +
/// 1, the last of which has the probability 0.
recursion::Inputs inputs_of(SearchProfile const& profile) {
  recursion::Inputs inputs;
  inputs.sizes["length_p"] = profile.length;
  auto const n_positions = static_cast<std::size_t>(profile.length) + 2;
  auto& match = inputs.arrays["p_match"];
  for (auto const& row : profile.match) match.insert(match.end(), row.begin(), row.begin() + n_protein_letters);
  match.resize(n_positions * n_protein_letters);
  inputs.arrays["p_insert"].assign(match.size(), 1);
  std::string const names[] = {"mm", "mi", "md", "im", "ii", "dm", "dd"};
  for (std::size_t n = 0; n < std::size(names); ++n) {
    auto& probabilities = inputs.arrays["p_" + names[n]];
    for (auto const& row : profile.transitions) probabilities.push_back(row[n]);
    probabilities.resize(n_positions);
  }
  inputs.arrays["p_entry"] = {profile.entry.begin(), profile.entry.end()};
  inputs.arrays["p_entry"].resize(n_positions);
  return inputs;
}

/// Returns a bound of the rounding errors of a Viterbi score in bits that is computed in single precision: a sum of at
/// most six logarithms for each letter and one for each position of the profile. Each of them and each partial sum has
/// the relative error epsilon / 2. Partial sums are not larger than the sum without the null model and the logarithms
/// of the two transitions before and after the profile, with those of all other letters, whose sum is at least -3.
double viterbi_rounding(double score, std::size_t n_letters, std::int64_t n_positions) {
  auto const letters = static_cast<double>(n_letters);
  double const null = letters * std::log(letters / (letters + 1)) - std::log(letters + 1);
  double const largest = std::abs(score * std::log(2.) + null) + 2 * std::log((letters + 3) / 3) + 3;
  double const n_terms = 6 * letters + static_cast<double>(n_positions);
  return n_terms * std::numeric_limits<float>::epsilon() * largest / std::log(2.);
}

void profile_search(Case const& problem, ProfileScore score) {
  auto const database = generate_database(problem.n_residues);
  auto const part = first_sequences(database, problem.n_scalar_residues);
  auto const profile = read_profile(fmt::format("{}/{}.hmm", problem.folder, problem.length));
  Recursion ours(problem.file, problem.function, inputs_of(profile));
  auto const problems = problems_of(database, "x");
  auto const scores = ours.values(problems);
  constexpr double operations_of_profile_cell = 16; // nine products and seven sums, or sums and maxima
  // The hand-written programs compute in single precision.
  auto const rounding = [&](std::size_t n) {
    constexpr double of_forward = 1e-3;
    return score == ProfileScore::forward ? of_forward
                                          : viterbi_rounding(scores[n], database.sequence(n).size(), problem.length);
  };
  check_scores("the hand-written kernel", scores, profile_scores_by_hand(database, profile, score), rounding);
  check_scores("the scalar loop", scores, profile_scores_by_scalar_loop(part, profile, score), rounding);
  write_scores(problem, scores);
  double const cells = static_cast<double>(database.n_residues() * problem.length);
  auto const rates = measure_in_turns({{"ours", [&] { ours.values(problems); }},
                                       {"handwritten", [&] { profile_scores_by_hand(database, profile, score); }},
                                       {"scalar", [&] { profile_scores_by_scalar_loop(part, profile, score); },
                                        static_cast<double>(part.n_residues() * problem.length)}},
                                      cells, problem.n_measurements);
  print(problem, rates, machine::measured_arithmetic().rate / operations_of_profile_cell, ", " + ours.to_json());
}

/// A sequence and a copy of it, in which every seventh letter differs and the first letters are missing.
std::pair<std::vector<std::uint8_t>, std::vector<std::uint8_t>> long_pair(std::int64_t length) {
  auto const s = generate_query(length);
  auto t = s;
  t.erase(t.begin(), t.begin() + length / 100);
  for (std::size_t n = 0; n < t.size(); n += 7) t[n] = static_cast<std::uint8_t>((t[n] + 1) % 20);
  return {s, t};
}

/// A sequence, and random letters after a copy of its first half, in which every second letter differs. The copy has at
/// most 10,000 letters, so that 16 bits represent the score.
std::pair<std::vector<std::uint8_t>, std::vector<std::uint8_t>> related_pair(std::int64_t length) {
  auto const letters = generate_query(2 * length);
  auto const middle = letters.begin() + length;
  std::vector<std::uint8_t> q(letters.begin(), middle), t(middle, letters.end());
  std::int64_t const n_copied = std::min<std::int64_t>(length / 2, 10000);
  std::copy(q.begin(), q.begin() + n_copied, t.begin());
  for (std::int64_t n = 0; n < n_copied; n += 2) {
    std::uint8_t& letter = t[static_cast<std::size_t>(n)];
    letter = static_cast<std::uint8_t>((letter + 1) % 20);
  }
  return {q, t};
}

/// Writes the files pair.fa and pair_target.fa for other programs.
void write_pair(Case const& problem, std::vector<std::uint8_t> const& q, std::vector<std::uint8_t> const& t) {
  auto const size = [](auto const& letters) { return static_cast<std::int64_t>(letters.size()); };
  write_fasta({q, {0, size(q)}}, problem.folder + "/pair.fa");
  write_fasta({t, {0, size(t)}}, problem.folder + "/pair_target.fa");
}

void distance(Case const& problem) {
  auto const [s, t] = long_pair(problem.length);
  Recursion ours(problem.file, problem.function, {});
  std::vector<recursions::Problem> problems(1);
  problems[0].sequences = {{"s", s}, {"t", t}};
  auto const found = ours.values(problems);
  check_scores("the scalar loop", found, std::vector{distance_by_scalar_loop(s, t)});
  check_scores("the hand-written kernel", found, std::vector{distance_by_hand(s, t)});
  write_scores(problem, found);
  auto const rates = measure_in_turns({{"ours", [&] { ours.values(problems); }},
                                       {"handwritten", [&] { distance_by_hand(s, t); }},
                                       {"scalar", [&] { distance_by_scalar_loop(s, t); }}},
                                      static_cast<double>(s.size() * t.size()), problem.n_measurements);
  double const limit = distance_instruction_bound() * omp_get_max_threads();
  print(problem, rates, limit, ", " + ours.to_json());
}

/// Smith-Waterman scores of one pair of sequences, with linear or affine gaps.
void pair(Case const& problem, bool has_affine_gaps) {
  auto const [q, t] = related_pair(problem.length);
  AlignmentCosts costs = blosum62_costs();
  constexpr int linear_gap = 8; // as in search_linear.rec
  if (!has_affine_gaps) costs.open = 0, costs.extend = linear_gap;
  recursion::Inputs shared;
  shared.scalars = {{"gap", costs.extend}};
  if (has_affine_gaps) shared.scalars = {{"gap_open", costs.open}, {"gap_extend", costs.extend}};
  shared.arrays["m"] = elements_of(costs);
  Recursion ours(problem.file, problem.function, shared);
  std::vector<recursions::Problem> problems(1);
  problems[0].sequences = {{"q", q}, {"t", t}};
  auto const found = ours.values(problems);
  check_scores("the scalar loop", found, std::vector{pair_score_by_scalar_loop(q, t, costs)});
  check_scores("the hand-written kernel", found, std::vector{pair_score_by_hand(q, t, costs)});
  write_scores(problem, found);
  write_pair(problem, q, t);
  auto const rates = measure_in_turns({{"ours", [&] { ours.values(problems); }},
                                       {"handwritten", [&] { pair_score_by_hand(q, t, costs); }},
                                       {"scalar", [&] { pair_score_by_scalar_loop(q, t, costs); }}},
                                      static_cast<double>(q.size() * t.size()), problem.n_measurements);
  print(problem, rates, pair_instruction_bound(has_affine_gaps) * omp_get_max_threads(), ", " + ours.to_json());
}

/// Measures the programs of one task on a cube, and a triad, of which a point needs two of three words.
void measure_on_cube(std::string const& name, int n_points, int n_measurements, CubeSweeps& ours,
                     std::function<void(double*)> const& by_hand, std::function<void(double*)> const& by_scalar_loop) {
  auto const n = static_cast<std::size_t>(n_points);
  std::vector<double> u(n * n * n), v(u.size()), w(u.size()), a(u.size()), b(u.size()), c(u.size());
  for (std::size_t k = 0; k < u.size(); ++k) u[k] = v[k] = w[k] = 1 + std::sin(static_cast<double>(k));
  by_hand(u.data());
  by_scalar_loop(v.data());
  ours.run(w.data());
  for (std::size_t k = 0; k < u.size(); ++k)
    if (!(u[k] == v[k] && w[k] == v[k])) // all programs have the same operations in the same order
      throw base::InternalError(fmt::format("The results of {} differ at point {}: by hand {}, by a scalar loop {}, by "
                                            "the recursion {}.",
                                            name, k, u[k], v[k], w[k]));
  auto const size = static_cast<std::ptrdiff_t>(u.size());
  auto const rates = measure_in_turns({{"ours", [&] { ours.run(u.data()); }},
                                       {"handwritten", [&] { by_hand(u.data()); }},
                                       {"scalar", [&] { by_scalar_loop(u.data()); }},
                                       {"triad", [&] { nontemporal_triad(a.data(), b.data(), c.data(), size); }}},
                                      static_cast<double>(u.size()), n_measurements);
  Case const problem{.command = name, .file = "", .length = n_points, .folder = ""};
  std::string plans = ours.plans();
  std::replace(plans.begin(), plans.end(), '\n', ';');
  print(problem, rates, rates.back().median * 3 / 2, fmt::format(R"(, "plans": ["{}"])", plans));
}

void sweep(std::string const& name, int n, int n_measurements) {
  constexpr double ratio = 0.5; // diffusion number of the lines
  if (name == "eikonal") {
    CubeSweeps ours(eikonal_text(), n, 1. / n, {});
    return measure_on_cube(
        name, n, n_measurements, ours, [&](double* u) { sweep_eikonal_by_hand(n, 1. / n, u); },
        [&](double* u) { sweep_eikonal_by_scalar_loop(n, 1. / n, u); });
  }
  int const axis = name.back() - 'x';
  CubeSweeps ours(lines_text(axis), n, 1. / n, {{"ratio", ratio}});
  measure_on_cube(
      name, n, n_measurements, ours, [&](double* u) { solve_lines_by_hand(n, axis, ratio, u); },
      [&](double* u) { solve_lines_by_scalar_loop(n, axis, ratio, u); });
}

void write(int argc, char** argv) {
  std::string const folder = argv[2];
  long const n_residues = std::stol(argv[3]);
  write_fasta(generate_database(n_residues), folder + "/database.fa");
  write_fasta(generate_database(n_residues / 10), folder + "/profiles.fa");
  for (int n = 4; n < argc; ++n) {
    std::int64_t const length = std::stol(argv[n]);
    SequenceDatabase query{generate_query(length), {0, length}};
    write_fasta(query, fmt::format("{}/{}.fa", folder, length));
    write_profile(static_cast<int>(length), fmt::format("{}/{}.hmm", folder, length));
  }
}

int run(int argc, char** argv) {
  std::string const command = argc > 1 ? argv[1] : "";
  if (command == "write" && argc >= 5) {
    write(argc, argv);
    return 0;
  }
  if (argc == 4) {
    sweep(command, std::stoi(argv[2]), std::stoi(argv[3]));
    return 0;
  }
  if (argc != 9) {
    std::fputs("usage: see the first lines of recursion_benchmark.cpp\n", stderr);
    return 1;
  }
  Case const problem{
      command, argv[2], argv[3], std::stol(argv[4]), std::stol(argv[5]), std::stol(argv[6]), std::stoi(argv[7]),
      argv[8]};
  if (command == "search") search(problem);
  if (command == "forward") profile_search(problem, ProfileScore::forward);
  if (command == "viterbi") profile_search(problem, ProfileScore::viterbi);
  if (command == "distance") distance(problem);
  if (command == "pair-linear") pair(problem, false);
  if (command == "pair-affine") pair(problem, true);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

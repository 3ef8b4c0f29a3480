// Peer of the recursion benchmark: searches a database with parasail (Smith-Waterman, affine gaps, BLOSUM62).
//
// Usage: parasail_search QUERY DATABASE THREADS MEASUREMENTS TRIAL_RESIDUES OPEN EXTEND SCORES [FUNCTION]. The files
// are in FASTA format. A gap of length k costs OPEN + k * EXTEND. Without FUNCTION, all functions are tried on the
// first TRIAL_RESIDUES letters, and the fastest one is measured on the whole database. Writes the scores to the file
// SCORES, one per line, and prints a JSON object. scripts/bench recursion compiles this file if libparasail-dev is
// installed.
#include <parasail.h>

#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

std::vector<std::string> read_fasta(std::string const& path) {
  std::ifstream file(path);
  std::vector<std::string> sequences;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] == '>')
      sequences.emplace_back();
    else if (!sequences.empty())
      sequences.back() += line;
  }
  return sequences;
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Search {
  std::string query{};
  int open = 0, extend = 0, n_threads = 1; ///< in parasail's convention: a gap of length k costs open + (k-1) extend
  parasail_matrix_t const* matrix = nullptr;

  int length() const { return static_cast<int>(query.size()); }

  /// Returns the score of a saturated result in 32 bits.
  int wide_score(std::string const& target) const {
    auto* const result = parasail_sw_striped_32(query.c_str(), length(), target.c_str(),
                                                static_cast<int>(target.size()), open, extend, matrix);
    int const score = parasail_result_get_score(result);
    parasail_result_free(result);
    return score;
  }

  int score_of(parasail_result_t* result, std::string const& target) const {
    bool const saturated = parasail_result_is_saturated(result);
    int const score = parasail_result_get_score(result);
    parasail_result_free(result);
    return saturated ? wide_score(target) : score;
  }

  /// Computes the scores of the first targets; returns the seconds.
  double run(std::string const& name, std::vector<std::string> const& targets, std::size_t n_targets,
             std::vector<int>& scores) const {
    auto const* const info = parasail_lookup_pfunction_info(name.c_str());
    auto* const function = info ? nullptr : parasail_lookup_function(name.c_str());
    double const start = seconds_now();
    auto* const profile = info ? info->creator(query.c_str(), length(), matrix) : nullptr;
#pragma omp parallel for schedule(dynamic, 16) num_threads(n_threads)
    for (std::size_t n = 0; n < n_targets; ++n) {
      std::string const& target = targets[n];
      int const size = static_cast<int>(target.size());
      scores[n] = score_of(info ? info->pointer(profile, target.c_str(), size, open, extend)
                                : function(query.c_str(), length(), target.c_str(), size, open, extend, matrix),
                           target);
    }
    if (profile) parasail_profile_free(profile);
    return seconds_now() - start;
  }
};

/// Returns the names of the functions that this processor can execute.
std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (std::string const form : {"striped_profile", "scan_profile", "diag"})
    for (std::string const set : {"sse41_128", "avx2_256"})
      for (std::string const type : {"8", "16", "sat"}) {
        if (set == "avx2_256" && !__builtin_cpu_supports("avx2")) continue;
        if (set == "sse41_128" && !__builtin_cpu_supports("sse4.1")) continue;
        names.push_back("parasail_sw_" + form + "_" + set + "_" + type);
      }
  return names;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 9 && argc != 10) {
    std::fputs(
        "usage: parasail_search QUERY DATABASE THREADS MEASUREMENTS TRIAL_RESIDUES OPEN EXTEND SCORES [FUNCTION]\n",
        stderr);
    return 1;
  }
  auto const queries = read_fasta(argv[1]), targets = read_fasta(argv[2]);
  if (queries.empty() || targets.empty()) return std::fputs("a file has no sequence\n", stderr), 1;
  int const extend = std::atoi(argv[7]);
  Search const search{queries[0], std::atoi(argv[6]) + extend, extend, std::atoi(argv[3]),
                      parasail_matrix_lookup("blosum62")};
  std::vector<int> scores(targets.size());
  double n_residues = 0, n_trial = 0;
  std::size_t trial = 0;
  for (auto const& target : targets) n_residues += static_cast<double>(target.size());
  while (trial < targets.size() && n_trial < std::atof(argv[5]))
    n_trial += static_cast<double>(targets[trial++].size());

  std::string best = argc == 10 ? argv[9] : "", trials;
  double best_rate = 0;
  for (auto const& name : argc == 10 ? std::vector<std::string>{} : function_names()) {
    double seconds = search.run(name, targets, trial, scores);
    for (int n = 0; n < 2; ++n) seconds = std::min(seconds, search.run(name, targets, trial, scores));
    double const rate = n_trial * search.length() / seconds;
    trials += (trials.empty() ? "\"" : ", \"") + name + "\": " + std::to_string(rate);
    if (rate > best_rate) best_rate = rate, best = name;
  }
  std::string samples;
  for (int n = 0; n < std::atoi(argv[4]); ++n)
    samples += (n ? ", " : "") +
               std::to_string(n_residues * search.length() / search.run(best, targets, targets.size(), scores));
  std::ofstream file(argv[8]);
  for (int const score : scores) file << score << '\n';
  std::printf("{\"function\": \"%s\", \"trials\": {%s}, \"samples\": [%s]}\n", best.c_str(), trials.c_str(),
              samples.c_str());
  return file ? 0 : 1;
}

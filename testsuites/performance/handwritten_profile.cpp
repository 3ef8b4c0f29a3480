#include "testsuites/performance/handwritten_profile.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iomanip>
#include <limits>
#include <random>
#include <sstream>
#include <stdexcept>

namespace performance {

namespace {

constexpr std::string_view hmmer_letters = "ACDEFGHIKLMNPQRSTVWY";
/// Frequencies of amino acids in Swiss-Prot 50.8 in the order of hmmer_letters, the background of HMMER3.
constexpr std::array background{0.0787945, 0.0151600, 0.0535222, 0.0668298, 0.0397062, 0.0695071, 0.0229198,
                                0.0590092, 0.0594422, 0.0963728, 0.0237718, 0.0414386, 0.0482904, 0.0395639,
                                0.0540978, 0.0683364, 0.0540687, 0.0673417, 0.0114135, 0.0304133};

constexpr int n_lanes = 16;
using Lanes = float __attribute__((vector_size(4 * n_lanes)));
using Codes = std::int32_t __attribute__((vector_size(4 * n_lanes)));

constexpr float largest_row = 0x1p60F;

/// Arithmetic of forward scores, on probabilities, and of Viterbi scores, on logarithms.
template <ProfileScore score>
struct Algebra {
  static constexpr bool is_forward = score == ProfileScore::forward;
  static float zero() { return is_forward ? 0 : -std::numeric_limits<float>::infinity(); }
  static float number(double probability) {
    return static_cast<float>(is_forward ? probability : std::log(probability));
  }
  template <typename Number>
  static Number times(Number a, Number b) {
    if constexpr (is_forward)
      return a * b;
    else
      return a + b;
  }
  template <typename Number>
  static Number plus(Number a, Number b) {
    if constexpr (is_forward)
      return a + b;
    else
      return a > b ? a : b;
  }
};

/// The numbers of a profile in an algebra.
template <ProfileScore score>
struct Scores {
  using A = Algebra<score>;
  int length;
  std::vector<std::array<float, 32>> match;
  std::vector<std::array<float, 7>> transitions;
  std::vector<float> entry;
  float half = A::number(0.5); ///< probability of further hits

  explicit Scores(SearchProfile const& profile)
      : length(profile.length), match(profile.match), transitions(profile.transitions), entry(profile.entry) {
    for (auto& row : match)
      for (float& number : row) number = A::number(number);
    for (auto& row : transitions)
      for (float& number : row) number = A::number(number);
    for (float& number : entry) number = A::number(number);
  }
};

/// Probabilities of the states around the profile for a sequence of this length.
struct LengthModel {
  double loop, move;
  explicit LengthModel(double length) : loop(length / (length + 3)), move(3 / (length + 3)) {}
};

double bits(double logarithm, double length) {
  double const null = length * std::log(length / (length + 1)) - std::log(length + 1);
  return (logarithm - null) / std::log(2.0);
}

/// The states of a profile for the letters up to one row, of type float or vectors of lanes.
template <ProfileScore score, typename Number>
class States {
public:
  using A = Algebra<score>;
  struct Cell {
    Number match, insert, remove;
  };

  States(Scores<score> const& scores, Number loop, Number move)
      : scores_(scores), loop_(loop), move_(move), cells_(static_cast<std::size_t>(scores.length) + 1) {
    zero_ = Number{} + A::zero();
    std::fill(cells_.begin(), cells_.end(), Cell{zero_, zero_, zero_});
    before_ = Number{} + A::number(1);
    begin_ = A::times(before_, move_);
    between_ = after_ = zero_;
  }

  /// Continues with a letter. `emission` returns the scores of the letter from the row of a position.
  template <typename Emission>
  Number advance(Emission&& emission) {
    Number end = zero_, remove = zero_;
    Cell last{zero_, zero_, zero_};
    for (std::size_t k = 1; k < cells_.size(); ++k) {
      auto const& from = scores_.transitions[k - 1];
      auto const& here = scores_.transitions[k];
      auto const weighted = [](Number a, float weight) { return A::times(a, Number{} + weight); };
      Number const within =
          A::plus(weighted(last.match, from[SearchProfile::mm]), weighted(last.insert, from[SearchProfile::im]));
      Number const others = A::plus(weighted(last.remove, from[SearchProfile::dm]), weighted(begin_, scores_.entry[k]));
      Number const match = A::times(A::plus(within, others), emission(scores_.match[k].data()));
      last = cells_[k];
      Number const insert =
          A::plus(weighted(last.match, here[SearchProfile::mi]), weighted(last.insert, here[SearchProfile::ii]));
      cells_[k] = {match, insert, remove};
      end = A::plus(end, A::plus(match, remove));
      remove = A::plus(weighted(match, here[SearchProfile::md]), weighted(remove, here[SearchProfile::dd]));
    }
    Number const half = Number{} + scores_.half;
    before_ = A::times(before_, loop_);
    between_ = A::plus(A::times(between_, loop_), A::times(end, half));
    after_ = A::plus(A::times(after_, loop_), A::times(end, half));
    begin_ = A::times(A::plus(before_, between_), move_);
    return end;
  }

  void rescale(Number factor) {
    for (Cell& cell : cells_) cell.match *= factor, cell.insert *= factor, cell.remove *= factor;
    before_ *= factor, begin_ *= factor, between_ *= factor, after_ *= factor;
  }

  Number result() const { return A::times(after_, move_); }

private:
  Scores<score> const& scores_;
  Number loop_, move_, zero_, before_, begin_, between_, after_; // N, B, J, C
  std::vector<Cell> cells_;
};

template <ProfileScore score>
double scalar_score(std::span<std::uint8_t const> sequence, Scores<score> const& scores) {
  using A = Algebra<score>;
  auto const length = static_cast<double>(sequence.size());
  LengthModel const model(length);
  States<score, float> states(scores, A::number(model.loop), A::number(model.move));
  double scale = 0;
  for (auto const letter : sequence) {
    float const end = states.advance([&](float const* row) { return row[letter]; });
    if (A::is_forward && end > largest_row) {
      states.rescale(1 / end);
      scale += std::log(static_cast<double>(end));
    }
  }
  double const result = states.result();
  return bits(A::is_forward ? std::log(result) + scale : result, length);
}

Lanes look_up(float const* row, Codes codes) {
#ifdef __AVX512F__
  Lanes low, high;
  std::memcpy(&low, row, sizeof low);
  std::memcpy(&high, row + n_lanes, sizeof high);
  return __builtin_shuffle(low, high, codes);
#else
  Lanes result;
  for (int lane = 0; lane < n_lanes; ++lane) result[lane] = row[codes[lane]];
  return result;
#endif
}

/// Computes the scores of at most n_lanes sequences.
template <ProfileScore score>
void align_group(SequenceDatabase const& database, std::span<std::uint32_t const> sequences,
                 Scores<score> const& scores, std::vector<double>& results) {
  using A = Algebra<score>;
  Lanes loop = Lanes{}, move = Lanes{}, scale = Lanes{};
  std::int64_t longest = 0;
  for (std::size_t lane = 0; lane < sequences.size(); ++lane) {
    std::int64_t const length = database.length(sequences[lane]);
    LengthModel const model(static_cast<double>(length));
    loop[lane] = A::number(model.loop), move[lane] = A::number(model.move);
    longest = std::max(longest, length);
  }
  States<score, Lanes> states(scores, loop, move);
  for (std::int64_t i = 0; i < longest; ++i) {
    Codes codes = Codes{} + n_protein_letters;
    for (std::size_t lane = 0; lane < sequences.size(); ++lane)
      if (i < database.length(sequences[lane]))
        codes[lane] = database.sequence(sequences[lane])[static_cast<std::size_t>(i)];
    Lanes const end = states.advance([&](float const* row) { return look_up(row, codes); });
    if (A::is_forward) {
      Lanes factor = Lanes{} + 1;
      bool is_large = false;
      for (int lane = 0; lane < n_lanes; ++lane)
        if (end[lane] > largest_row) is_large = true, factor[lane] = 1 / end[lane], scale[lane] += std::log(end[lane]);
      if (is_large) states.rescale(factor);
    }
    Lanes const result = states.result();
    for (std::size_t lane = 0; lane < sequences.size(); ++lane)
      if (i + 1 == database.length(sequences[lane])) {
        double const logarithm = A::is_forward ? std::log(double{result[lane]}) + scale[lane] : result[lane];
        results[sequences[lane]] = bits(logarithm, static_cast<double>(i + 1));
      }
  }
}

template <ProfileScore score>
std::vector<double> scores_in_lanes(SequenceDatabase const& database, SearchProfile const& profile) {
  Scores<score> const scores(profile);
  std::vector<double> results(database.size());
  auto const sequences = by_length(database);
#pragma omp parallel for schedule(dynamic)
  for (std::size_t first = 0; first < sequences.size(); first += n_lanes)
    align_group(database, std::span(sequences).subspan(first, std::min<std::size_t>(n_lanes, sequences.size() - first)),
                scores, results);
  return results;
}

template <ProfileScore score>
std::vector<double> scores_in_loops(SequenceDatabase const& database, SearchProfile const& profile) {
  Scores<score> const scores(profile);
  std::vector<double> results(database.size());
#pragma omp parallel for schedule(dynamic, 16)
  for (std::size_t n = 0; n < results.size(); ++n) results[n] = scalar_score(database.sequence(n), scores);
  return results;
}

/// Reads numbers of a profile: negative natural logarithms, or `*` for the probability 0.
template <std::size_t n>
std::array<double, n> probabilities(std::istream& line) {
  std::array<double, n> result{};
  for (double& probability : result) {
    std::string word;
    if (!(line >> word)) throw std::runtime_error("a line of the profile is too short");
    probability = word == "*" ? 0 : std::exp(-std::stod(word));
  }
  return result;
}

/// Computes the probabilities of local alignments that begin with a match state, in proportion to the probability that
/// the model uses the state and to the number of positions that can follow.
void set_entry(SearchProfile& profile, std::vector<std::array<double, 7>> const& transitions) {
  std::vector<double> use(transitions.size());
  double total = 0;
  for (std::size_t k = 1; k < use.size(); ++k) {
    auto const& t = transitions[k - 1];
    use[k] = k == 1
                 ? t[SearchProfile::mm] + t[SearchProfile::mi]
                 : use[k - 1] * (t[SearchProfile::mm] + t[SearchProfile::mi]) + (1 - use[k - 1]) * t[SearchProfile::dm];
    total += use[k] * static_cast<double>(use.size() - k);
  }
  for (std::size_t k = 1; k < use.size(); ++k) profile.entry[k] = static_cast<float>(use[k] / total);
}

} // namespace

void write_profile(int length, std::string const& path) {
  std::mt19937_64 bits(static_cast<std::uint64_t>(length));
  auto const uniform = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
  auto const consensus = generate_query(length);
  std::ofstream file(path);
  file << std::fixed << std::setprecision(5);
  auto const line = [&](auto const& numbers, std::string const& annotation) {
    for (double const number : numbers) file << "  " << (number > 0 ? -std::log(number) : 0);
    file << annotation << '\n';
  };
  file << "HMMER3/f [generated]\nNAME  generated" << length << "\nLENG  " << length
       << "\nALPH  amino\nRF    no\nMM    no\nCONS  yes\nCS    no\nMAP   no\n"
          "STATS LOCAL MSV      -10.0000  0.70000\nSTATS LOCAL VITERBI  -11.0000  0.70000\n"
          "STATS LOCAL FORWARD   -5.0000  0.70000\nHMM   ";
  for (char const letter : hmmer_letters) file << "      " << letter << "  ";
  file << "\n        m->m  m->i  m->d  i->m  i->i  d->m  d->d\n";
  for (int k = 0; k <= length; ++k) {
    std::array<double, 20> emissions = background;
    double const conserved = 0.3 + 0.5 * uniform(), open = 0.01 + 0.02 * uniform();
    if (k > 0) {
      char const letter = protein_letters[consensus[static_cast<std::size_t>(k - 1)]];
      for (std::size_t n = 0; n < emissions.size(); ++n)
        emissions[n] = (1 - conserved) * background[n] + conserved * (hmmer_letters[n] == letter ? 1 : 0);
      file << std::setw(7) << k;
      line(emissions, std::string("  - ") + letter + " - - -");
    }
    line(background, "");
    bool const is_last = k == length;
    file << "        " << -std::log(is_last ? 1 - open : 1 - 2 * open) << "  " << -std::log(open) << "  ";
    if (is_last)
      file << "*  0.69315  0.69315  0.00000  *\n";
    else
      file << -std::log(open) << "  0.69315  0.69315  " << (k == 0 ? "0.00000  *\n" : "0.51083  0.91629\n");
  }
  file << "//\n";
  file.close();
  if (!file) throw std::runtime_error(path + " cannot be written");
}

SearchProfile read_profile(std::string const& path) {
  std::ifstream file(path);
  SearchProfile profile;
  std::vector<std::array<double, 7>> transitions;
  std::string text;
  while (std::getline(file, text) && text.rfind("HMM ", 0) != 0)
    if (text.rfind("LENG", 0) == 0) profile.length = std::stoi(text.substr(4));
  std::getline(file, text); // titles of transitions
  auto const size = static_cast<std::size_t>(profile.length) + 1;
  profile.entry.resize(size);
  profile.match.resize(size);
  profile.transitions.resize(size);
  for (std::size_t k = 0; k < size; ++k) {
    profile.match[k].fill(1);
    do
      if (!std::getline(file, text)) throw std::runtime_error(path + " is no complete profile");
    while (text.find("COMPO") != std::string::npos);
    if (k > 0) {
      std::istringstream line(text);
      line >> text;
      auto const emissions = probabilities<20>(line);
      for (std::size_t n = 0; n < emissions.size(); ++n)
        profile.match[k][std::string_view(protein_letters).find(hmmer_letters[n])] =
            static_cast<float>(emissions[n] / background[n]);
      std::getline(file, text); // emissions of the insertion
    }
    std::getline(file, text);
    std::istringstream line(text);
    transitions.push_back(probabilities<7>(line));
    if (k > 0 && k + 1 < size) std::copy(transitions[k].begin(), transitions[k].end(), profile.transitions[k].begin());
  }
  set_entry(profile, transitions);
  return profile;
}

std::vector<double> profile_scores_by_scalar_loop(SequenceDatabase const& database, SearchProfile const& profile,
                                                  ProfileScore score) {
  return score == ProfileScore::forward ? scores_in_loops<ProfileScore::forward>(database, profile)
                                        : scores_in_loops<ProfileScore::viterbi>(database, profile);
}

std::vector<double> profile_scores_by_hand(SequenceDatabase const& database, SearchProfile const& profile,
                                           ProfileScore score) {
  return score == ProfileScore::forward ? scores_in_lanes<ProfileScore::forward>(database, profile)
                                        : scores_in_lanes<ProfileScore::viterbi>(database, profile);
}

} // namespace performance

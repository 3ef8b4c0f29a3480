#include "profile.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "framework/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <string_view>

namespace sequences {

namespace base = chemora::base;

namespace {

constexpr char amino_acids[] = "ACDEFGHIKLMNPQRSTVWY";
constexpr int max_length = 100'000;     ///< match states of a profile
constexpr double sum_tolerance = 0.005; ///< of probabilities with five decimals

/// Frequencies of the amino acids in Swissprot 50.8, in the order of `amino_acids` (Easel, composition SW50).
constexpr std::array<double, 20> amino_acid_frequencies{
    0.0787945, 0.0151600, 0.0535222, 0.0668298, 0.0397062, 0.0695071, 0.0229198, 0.0590092, 0.0594422, 0.0963728,
    0.0237718, 0.0414386, 0.0482904, 0.0395639, 0.0540978, 0.0683364, 0.0540687, 0.0673417, 0.0114135, 0.0304133};

/// Letters that stand for several letters of the profile.
std::string_view meaning(char letter, bool is_protein) {
  static std::map<char, std::string_view> const proteins{{'B', "DN"}, {'J', "IL"}, {'Z', "EQ"},
                                                         {'O', "K"},  {'U', "C"},  {'X', amino_acids}};
  static std::map<char, std::string_view> const nucleotides{
      {'U', "T"},   {'R', "AG"},  {'Y', "CT"},  {'M', "AC"},  {'K', "GT"},   {'S', "CG"},  {'W', "AT"},
      {'H', "ACT"}, {'B', "CGT"}, {'V', "ACG"}, {'D', "AGT"}, {'N', "ACGT"}, {'X', "ACGT"}};
  auto const& table = is_protein ? proteins : nucleotides;
  auto const found = table.find(letter);
  return found == table.end() ? std::string_view() : found->second;
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

class Parser {
public:
  explicit Parser(base::SourceText const& source) : source_(source), lines_(source.lines()), diagnostics_(&source) {}

  Profile parse();

private:
  std::vector<base::Word> const* take_line(std::string const& expected);
  void header();
  void tag(std::vector<base::Word> const& words);
  void length(std::vector<base::Word> const& words);
  void statistics(std::vector<base::Word> const& words);
  void letters(std::vector<base::Word> const& words);
  void node(int k);
  void probabilities(std::vector<base::Word> const& words, std::size_t first, std::size_t n,
                     std::vector<double>& values);
  void check_sum(double sum, std::string const& what);
  void transitions(std::string const& expected);
  void end();
  void error(int column, std::string const& message) { diagnostics_.error(here(column), message); }
  base::SourcePosition here(int column) const { return {source_.name, line_, column}; }
  [[noreturn]] void fail(int column, std::string const& message);

  base::SourceText const& source_;
  std::vector<std::string> lines_;
  base::Diagnostics diagnostics_;
  std::vector<base::Word> words_;
  int line_ = 0; ///< number of the line in `words_`
  Profile profile_;
};

void Parser::fail(int column, std::string const& message) {
  error(column, message);
  diagnostics_.throw_if_errors();
  throw base::InternalError("An error without a message.");
}

/// Moves to the next line that is not empty. `expected` states what a complete file contains there.
std::vector<base::Word> const* Parser::take_line(std::string const& expected) {
  while (line_ < static_cast<int>(lines_.size())) {
    words_ = base::words_of(lines_[static_cast<std::size_t>(line_++)]);
    if (!words_.empty()) return &words_;
  }
  fail(1, fmt::format("The file ends before {}. It is truncated.", expected));
}

void Parser::length(std::vector<base::Word> const& words) {
  auto const value = words.size() > 1 ? number(words[1].text) : std::nullopt;
  if (!value || *value < 1 || *value > max_length || *value != std::floor(*value))
    fail(words.size() > 1 ? words[1].column : 1,
         fmt::format("LENG must be an integer from 1 to {}, the number of match states.", max_length));
  profile_.length = static_cast<int>(*value);
}

void Parser::statistics(std::vector<base::Word> const& words) {
  auto const location = words.size() > 3 ? number(words[3].text) : std::nullopt;
  auto const lambda = words.size() > 4 ? number(words[4].text) : std::nullopt;
  if (!location || !lambda || *lambda <= 0) {
    error(1, "Expected `STATS LOCAL NAME LOCATION LAMBDA` with two numbers, of which the last is positive.");
    return;
  }
  if (words[2].text == "VITERBI") profile_.viterbi = {*location, *lambda};
  if (words[2].text == "FORWARD") profile_.forward = {*location, *lambda};
}

void Parser::tag(std::vector<base::Word> const& words) {
  std::string_view const name = words[0].text;
  std::string const line = lines_[static_cast<std::size_t>(line_ - 1)];
  std::string const rest =
      words.size() > 1 ? base::trimmed(line.substr(static_cast<std::size_t>(words[1].column - 1))) : std::string();
  if (name == "NAME" && words.size() > 1) profile_.name = words[1].text;
  if (name == "ACC") profile_.accession = rest;
  if (name == "DESC") profile_.description = rest;
  if (name == "LENG") length(words);
  if (name == "STATS") statistics(words);
  if (name == "ALPH") {
    std::string const alphabet = base::lower_case(rest);
    if (alphabet == "amino") profile_.letters = amino_acids;
    if (alphabet == "dna") profile_.letters = "ACGT";
    if (alphabet == "rna") profile_.letters = "ACGU";
    if (profile_.letters.empty())
      fail(1, fmt::format("Found the alphabet `{}`. Allowed: amino, DNA, RNA.", rest.substr(0, 40)));
  }
}

/// Reads the lines up to `HMM`.
void Parser::header() {
  std::string const first = lines_.empty() ? std::string() : lines_.front();
  if (!first.starts_with("HMMER3/")) {
    line_ = 1;
    fail(1, first.starts_with("HMMER2")
                ? "This is a profile of HMMER2. Convert it with `hmmconvert`."
                : "Expected a profile in the text format of HMMER3, which begins with `HMMER3/`. "
                  "`hmmbuild` makes one from an alignment, `hmmconvert -a` from a binary file.");
  }
  line_ = 1;
  while (take_line("the line `HMM` with the letters")->front().text != "HMM") tag(words_);
  if (profile_.length == 0) fail(1, "The line `LENG` with the number of match states is missing before `HMM`.");
  if (profile_.letters.empty()) fail(1, "The line `ALPH` with the alphabet is missing before `HMM`.");
  if (profile_.name.empty()) fail(1, "The line `NAME` with the name of the profile is missing before `HMM`.");
}

void Parser::letters(std::vector<base::Word> const& words) {
  std::string found;
  for (std::size_t i = 1; i < words.size(); ++i) found += words[i].text;
  if (found != profile_.letters)
    fail(1, fmt::format("The columns are {}, expected {} for this alphabet.", found, profile_.letters));
}

/// Appends `n` probabilities, which the file contains as negative natural logarithms, or `*` for 0.
void Parser::probabilities(std::vector<base::Word> const& words, std::size_t first, std::size_t n,
                           std::vector<double>& values) {
  for (std::size_t i = first; i < first + n; ++i) {
    if (i >= words.size())
      fail(1, fmt::format("This line has {} numbers, expected {}. The file is damaged.", words.size() - first, n));
    auto const value = words[i].text == "*" ? HUGE_VAL : number(words[i].text);
    if (value && *value >= -sum_tolerance) {
      values.push_back(std::exp(-*value));
      continue;
    }
    error(words[i].column,
          fmt::format("Found `{}`, expected the negative logarithm of a probability, which is at least 0, or `*`.",
                      words[i].text.substr(0, 40)));
    values.push_back(0);
  }
}

void Parser::check_sum(double sum, std::string const& what) {
  if (!diagnostics_.has_errors() && std::abs(sum - 1) > sum_tolerance)
    error(1, fmt::format("The probabilities of {} add up to {:.4f}, expected 1.", what, sum));
}

void Parser::transitions(std::string const& expected) {
  std::vector<double> values;
  probabilities(*take_line(expected), 0, 7, values);
  std::array<std::vector<double>*, 7> const targets{&profile_.mm, &profile_.mi, &profile_.md, &profile_.im,
                                                    &profile_.ii, &profile_.dm, &profile_.dd};
  for (std::size_t i = 0; i < targets.size(); ++i) targets[i]->push_back(values[i]);
  check_sum(values[0] + values[1] + values[2], "the transitions from the match state");
  check_sum(values[3] + values[4], "the transitions from the insert state");
  check_sum(values[5] + values[6], "the transitions from the delete state");
}

/// Reads the lines of M_k, of I_k and of the transitions from node k. Node 0 has no line of a match state.
void Parser::node(int k) {
  std::size_t const n = profile_.letters.size();
  std::string const name = fmt::format("node {} of {}", k, profile_.length);
  auto const sum_of_last = [n](std::vector<double> const& values) {
    double sum = 0;
    for (std::size_t i = values.size() - n; i < values.size(); ++i) sum += values[i];
    return sum;
  };
  if (k > 0) {
    auto const& words = *take_line(name);
    if (words[0].text != std::to_string(k))
      fail(words[0].column,
           fmt::format("Found `{}`, expected the number {} of a node.", words[0].text.substr(0, 40), k));
    probabilities(words, 1, n, profile_.match);
    check_sum(sum_of_last(profile_.match), "the letters of the match state");
    // From format e on, the letters are followed by MAP and CONS.
    bool const has_consensus = words.size() > n + 2 && words[n + 2].text.size() == 1 && words[n + 2].text != "-";
    auto const row = profile_.match.end() - static_cast<std::ptrdiff_t>(n);
    auto const likely = static_cast<std::size_t>(std::max_element(row, profile_.match.end()) - row);
    profile_.consensus += has_consensus ? words[n + 2].text.front() : profile_.letters[likely];
  }
  probabilities(*take_line(name), 0, n, profile_.insert);
  check_sum(sum_of_last(profile_.insert), "the letters of the insert state");
  transitions(name);
}

void Parser::end() {
  auto const& words = *take_line("`//`, which ends a profile");
  if (words.size() != 1 || words[0].text != "//") fail(1, "Expected `//` after the last node of LENG.");
  for (; line_ < static_cast<int>(lines_.size()); ++line_)
    if (!base::trimmed(lines_[static_cast<std::size_t>(line_)]).empty()) {
      ++line_;
      fail(1, "The file contains more than one profile. Extract one of them with `hmmfetch FILE NAME`.");
    }
}

Profile Parser::parse() {
  header();
  letters(words_);
  take_line("the names of the transitions");
  std::size_t const n = profile_.letters.size();
  profile_.match.assign(n, 0.);
  int const line = line_;
  if (take_line("node 0")->front().text != "COMPO") line_ = line; // the composition is optional
  for (int k = 0; k <= profile_.length; ++k) node(k);
  end();
  diagnostics_.throw_if_errors();
  return std::move(profile_);
}

/// Returns for M_1 to M_length the probability that a path visits the state. Element 0 is 0.
std::vector<double> occupancy(Profile const& profile) {
  std::vector<double> result{0.};
  for (std::size_t k = 1; k <= static_cast<std::size_t>(profile.length); ++k) {
    double const stays = profile.mm[k - 1] + profile.mi[k - 1], before = result.back();
    result.push_back(k == 1 ? stays : before * stays + (1 - before) * profile.dm[k - 1]);
  }
  return result;
}

/// Returns the odds of a letter of the alphabet in one row of emission probabilities.
double odds(double const* row, std::string const& letters, std::vector<double> const& frequencies, char letter) {
  std::string_view const meanings = meaning(letter, letters.size() == 20);
  std::string const single(1, letter);
  double sum = 0, weight = 0;
  for (char const each : letters.find(letter) != std::string::npos ? std::string_view(single) : meanings) {
    std::size_t const i = letters.find(each == 'T' && letters.back() == 'U' ? 'U' : each);
    sum += frequencies[i] * std::log(row[i] / frequencies[i]);
    weight += frequencies[i];
  }
  return weight > 0 ? std::exp(sum / weight) : 0;
}

} // namespace

namespace {

base::SourcePosition position_of(base::SourceText const& source, std::size_t offset) {
  base::TextCursor cursor(source);
  while (cursor.offset() < offset) cursor.take();
  return cursor.position();
}

} // namespace

Profile read_profile(base::SourceText const& source) {
  if (auto const zero = source.contents.find('\0'); zero != std::string::npos)
    throw base::UserError(position_of(source, zero),
                          "The file contains the byte 0x00. Expected a profile in the text format "
                          "of HMMER3; `hmmconvert -a` converts a binary profile.");
  return Parser(source).parse();
}

std::vector<double> background(std::string const& letters) {
  if (letters.size() == amino_acid_frequencies.size())
    return {amino_acid_frequencies.begin(), amino_acid_frequencies.end()};
  return std::vector<double>(letters.size(), 1. / static_cast<double>(letters.size()));
}

ProfileOdds local_odds(Profile const& profile, std::string const& alphabet) {
  for (char const letter : profile.letters)
    if (alphabet.find(letter) == std::string::npos && !(letter == 'U' && alphabet.find('T') != std::string::npos))
      throw base::UserError(fmt::format("The profile {} has the letter {}, which is not in the alphabet {}.",
                                        profile.name, letter, alphabet));
  auto const frequencies = background(profile.letters);
  std::size_t const n = profile.letters.size(), length = static_cast<std::size_t>(profile.length);
  ProfileOdds result;
  result.insert.assign((length + 1) * alphabet.size(), 1.);
  for (std::size_t k = 0; k <= length; ++k)
    for (char const letter : alphabet)
      result.match.push_back(k == 0 ? 0. : odds(&profile.match[k * n], profile.letters, frequencies, letter));
  result.entry = occupancy(profile);
  double sum = 0;
  for (std::size_t k = 1; k <= length; ++k) sum += result.entry[k] * static_cast<double>(length - k + 1);
  for (double& entry : result.entry) entry = sum > 0 ? entry / sum : 0;
  return result;
}

} // namespace sequences

// The scheduled functions of Sequences: check the program and its inputs, run its statements, and write their results.
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/text.hpp"
#include "Kernel/Recursions/src/recursions.hpp"
#include "Numerics/ThornTools/src/run_summary.hpp"
#include "cctk_Arguments.h"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "search.hpp"

#include <fmt/format.h>

#include <sys/resource.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <new>

namespace sequences {

namespace base = chemora::base;
namespace recursion = chemora::recursion;

namespace {

/// The program, which is read when parameters are checked.
std::unique_ptr<LoadedProgram> loaded;

bool is_selected(Parameters const& parameters, std::string const& format) {
  auto const formats = iotools::words(parameters.formats);
  return base::contains(formats, format);
}

void check_formats(Parameters const& parameters) {
  std::vector<std::string> const known{"tsv", "text", "sam"};
  for (std::string const& format : iotools::words(parameters.formats))
    if (!base::contains(known, format))
      throw base::UserError({"Sequences::formats", 0, 0},
                            fmt::format("There is no format `{}`.{} Allowed: {}.", format,
                                        base::did_you_mean(format, known), base::join(known)));
}

/// Errors of the statistics and of replacement letters, which depend on the statements.
void check_statement(recursion::Print const& print, Parameters const& parameters) {
  bool has_profile = false;
  for (std::size_t i = 0; i < print.arguments.size(); ++i) {
    ArgumentKind const kind = kind_of(*loaded, print.arguments[i]);
    if (kind == ArgumentKind::sequences || kind == ArgumentKind::literal) {
      recursion::Alphabet const& alphabet = loaded->program.alphabet(print.alphabets[i]);
      LetterCodes(alphabet.name, alphabet.letters, parameters.unknown, parameters.replacement);
    }
    if (kind != ArgumentKind::profile) continue;
    has_profile = true;
    Profile const& profile = loaded->profiles.at(print.arguments[i]);
    auto const& letters = loaded->program.alphabet(loaded->find_load(print.arguments[i])->alphabet).letters;
    local_odds(profile, letters);
    if ((parameters.statistics == Statistics::forward && !profile.forward) ||
        (parameters.statistics == Statistics::viterbi && !profile.viterbi))
      throw base::UserError({"Sequences::statistics", 0, 0},
                            fmt::format("The profile {} has no line `STATS LOCAL {}`. Calibrate it with `hmmbuild`, or "
                                        "set Sequences::statistics = \"none\".",
                                        profile.name,
                                        parameters.statistics == Statistics::forward ? "FORWARD" : "VITERBI"));
  }
  if (!has_profile && (parameters.statistics == Statistics::forward || parameters.statistics == Statistics::viterbi))
    throw base::UserError({"Sequences::statistics", 0, 0},
                          fmt::format("These statistics belong to a profile, but {} has no argument that is one.",
                                      print.system.result->name));
}

/// Checks that a plan of the user names functions of the program only.
void check_plan() {
  std::vector<std::string> functions;
  for (auto const& statement : loaded->program.statements)
    for (recursion::Function const& function : std::get<recursion::Print>(statement).system.functions)
      if (!base::contains(functions, function.name)) functions.push_back(function.name);
  ca_recursions::check_plan(functions);
}

void write(std::string const& path, std::string const& text) {
  iotools::move_to_previous_run(path);
  std::string const reason = iotools::write_whole_file(path, text);
  if (!reason.empty()) iotools::report_io_error(CCTK_THORNSTRING, path + " cannot be written: " + reason);
}

/// `path` is the name of the files without extension.
void write_results(cGH const* cctkGH, SearchResult const& result, Parameters const& parameters, std::string const& path,
                   std::string const& title) {
  if (CCTK_MyProc(cctkGH) != 0) return;
  if (is_selected(parameters, "tsv")) {
    write(path + ".tsv", to_tsv(result.rows));
    CCTK_AddRunFile("Results", (path + ".tsv").c_str());
  }
  bool const has_alignments = std::any_of(result.rows.begin(), result.rows.end(), [](ResultRow const& row) {
    return !row.segments.empty() || !row.states.empty();
  });
  if (has_alignments && is_selected(parameters, "text")) write(path + ".txt", to_alignments(result.rows));
  if (!has_alignments || !is_selected(parameters, "sam")) return;
  write(path + ".sam", to_sam(result.rows, title));
  if (std::string const name = repeated_name(result.rows); !name.empty())
    CCTK_VWARN(CCTK_WARN_ALERT,
               "Several sequences have the name `%s`. %s.sam cannot distinguish them, because SAM "
               "identifies sequences by their names. Give each sequence its own name.",
               name.c_str(), path.c_str());
}

/// Prints the work, the memory and the best results of a statement on process 0.
void print_summary(cGH const* cctkGH, SearchResult const& result, recursion::Print const& print) {
  struct rusage usage {};
  getrusage(RUSAGE_SELF, &usage);
  if (CCTK_MyProc(cctkGH) != 0) return;
  constexpr double mebibyte = 1 << 20;
  double const seconds = std::max(result.seconds - result.compile_seconds, 1e-9);
  std::string const compilation =
      result.compile_seconds > 0.1 ? fmt::format(" after {:.2f} s of compilation", result.compile_seconds) : "";
  if (print.is_map) {
    CCTK_VINFO("%ld sequences with %.0f letters in %.2f s%s: %.3g residues/s, %.3g GCUPS; %zu results",
               result.n_sequences, result.n_letters, seconds, compilation.c_str(), result.n_letters / seconds,
               1e-9 * result.n_cells / seconds, result.rows.size());
    CCTK_VINFO("Sequences and results: at most %.1f MiB of memory per process; process 0: %.0f MiB in all",
               result.max_bytes / mebibyte, static_cast<double>(usage.ru_maxrss) / 1024);
  }
  if (result.n_unknown > 0) CCTK_VINFO("%ld unknown letters were replaced or skipped", result.n_unknown);
  constexpr std::size_t n_shown = 5;
  for (std::size_t n = 0; n < result.rows.size() && n < (print.is_map ? n_shown : 1); ++n) {
    ResultRow const& row = result.rows[n];
    std::string text = print.is_map ? fmt::format("{} {}: {}", row.query, row.hit.name, score_text(row.hit.score))
                                    : fmt::format("{}({}) = {}", print.system.result->name, base::join(print.arguments),
                                                  score_text(row.hit.score));
    if (row.bits) text += fmt::format(" ({:.2f} bits)", *row.bits);
    if (row.e_value) text += fmt::format(", E-value {:.3g}", *row.e_value);
    CCTK_VINFO("%s", text.c_str());
  }
}

void run(cGH const* cctkGH) {
  Parameters const parameters = read_parameters();
  std::string const folder = iotools::output_directory_name(parameters.out_dir.c_str());
  if (CCTK_MyProc(cctkGH) == 0)
    if (std::string const reason = iotools::make_directory(folder); !reason.empty())
      throw base::UserError(
          fmt::format("{} Set IO::out_dir or Sequences::out_dir to a folder that you can write.", reason));
  int number = 0;
  for (auto const& statement : loaded->program.statements) {
    auto const& print = std::get<recursion::Print>(statement);
    std::string const owner = fmt::format("Sequences::{}", print.system.result->name);
    SearchResult const result = Search(cctkGH, *loaded, print, parameters, owner).run();
    if (print.is_map) {
      ++number;
      std::string const base = number == 1 ? parameters.table : fmt::format("{}_{}", parameters.table, number);
      write_results(cctkGH, result, parameters, folder + "/" + base, "chemora " + print.system.result->name);
    }
    print_summary(cctkGH, result, print);
  }
}

} // namespace
} // namespace sequences

extern "C" void Sequences_CheckParameters(CCTK_ARGUMENTS) {
  using namespace sequences;
  (void)cctkGH;
  try {
    Parameters const parameters = read_parameters();
    check_formats(parameters);
    loaded = std::make_unique<LoadedProgram>(load_program(parameters));
    for (auto const& statement : loaded->program.statements)
      check_statement(std::get<chemora::recursion::Print>(statement), parameters);
    check_plan();
  } catch (std::exception const& error) {
    CCTK_VPARAMWARN("%s", error.what());
  }
}

extern "C" void Sequences_Run(CCTK_ARGUMENTS) {
  try {
    sequences::run(cctkGH);
  } catch (std::bad_alloc const&) {
    CCTK_VERROR("The search needs more memory than this process can allocate. Reduce Sequences::chunk_letters, "
                "Sequences::max_hits or Recursions::max_memory, or start fewer processes on each node.");
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
}

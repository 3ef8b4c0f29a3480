/// loop_steps FILE.f90 [NAME=VALUE ...] [--real real64|real32] [--device host|opencl|cuda] [--per LOOP,LOOP...]
/// [--runs N] [--source] [--search]: prints the work and the speed of the loop kernel of a file after each step of its
/// script. scripts/loops describes the options.
#include "framework/base/errors.hpp"
#include "framework/base/source_text.hpp"
#include "framework/base/text.hpp"
#include "kernels/machine/timed.hpp"
#include "kernels/steps/steps.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace chemora;

struct Options {
  std::string file;
  steps::Choice choice;
  std::vector<std::string> per; ///< loops of a point
  int n_measurements = 5;
  bool prints_source = false;
  bool searches = false; ///< whether the values of the free sizes are searched
};

double number(std::string const& what, std::string const& text) {
  double value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw base::UserError(fmt::format("The value of {} is `{}`; expected a number.", what, text));
  return value;
}

std::vector<std::string> names_in(std::string const& list) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= list.size();) {
    std::size_t const end = std::min(list.find(',', begin), list.size());
    names.push_back(base::trimmed(list.substr(begin, end - begin)));
    begin = end + 1;
  }
  return names;
}

void set_option(Options& options, std::string const& name, std::string const& value) {
  if (name == "--real") {
    auto const type = ir::find_type(value);
    if (!type || !ir::is_real(*type))
      throw base::UserError(fmt::format("The value of --real is `{}`; expected real64 or real32.", value));
    options.choice.real = *type;
  } else if (name == "--device") {
    if (value != "host" && value != "opencl" && value != "cuda")
      throw base::UserError(fmt::format("The value of --device is `{}`; expected host, opencl or cuda.", value));
    options.choice.device = value;
  } else if (name == "--per") {
    options.per = names_in(value);
  } else if (name == "--runs") {
    double const runs = number(name, value);
    if (runs < 0 || runs > 1000 || runs != static_cast<int>(runs))
      throw base::UserError(fmt::format("The value of --runs is `{}`; expected 0 to 1000.", value));
    options.n_measurements = static_cast<int>(runs);
  } else {
    std::string const hint =
        base::did_you_mean(name, {"--real", "--device", "--per", "--runs", "--source", "--search"});
    throw base::UserError(fmt::format("There is no option {}.{}", name, hint));
  }
}

Options parse(std::vector<std::string> const& words) {
  Options options;
  for (std::size_t n = 0; n < words.size(); ++n) {
    std::string const& word = words[n];
    if (word == "--source") {
      options.prints_source = true;
    } else if (word == "--search") {
      options.searches = true;
    } else if (word.starts_with("--")) {
      if (n + 1 == words.size()) throw base::UserError(fmt::format("The option {} needs a value.", word));
      set_option(options, word, words[n + 1]);
      ++n;
    } else if (std::size_t const equals = word.find('='); equals != std::string::npos) {
      options.choice.values[word.substr(0, equals)] = number(word.substr(0, equals), word.substr(equals + 1));
    } else if (options.file.empty()) {
      options.file = word;
    } else {
      throw base::UserError(fmt::format("`{}` is a second file; expected one file, and values as NAME=VALUE.", word));
    }
  }
  if (options.file.empty()) throw base::UserError("Name a Fortran file: loop_steps FILE.f90 [NAME=VALUE ...]");
  return options;
}

std::unique_ptr<device::Device> device_for(std::string const& name) {
  plan::Language const language = name == "host"     ? plan::Language::cpp
                                  : name == "opencl" ? plan::Language::opencl
                                                     : plan::Language::cuda;
  return device::make_device(language, {});
}

void print(std::vector<steps::StepResult> const& results) {
  std::size_t width = 4;
  for (auto const& result : results) width = std::max(width, std::min(result.title.size(), std::size_t{60}));
  bool const is_measured = results.front().rate > 0;
  fmt::print("{:<{}}  {:>10}  {:>10}", "step", width, "words", "operations");
  if (is_measured) fmt::print("  {:>10}  {:>8}  {:>10}  {:>9}", "Mpoints/s", "speed-up", "difference", "compile s");
  fmt::print("\n");
  for (auto const& result : results) {
    fmt::print("{:<{}}  {:>10.8g}  {:>10.8g}", result.title.substr(0, 60), width, result.words, result.operations);
    if (is_measured)
      fmt::print("  {:>10.2f}  {:>8.2f}  {:>10.1e}  {:>9.2f}", result.rate / 1e6, result.rate / results[0].rate,
                 result.difference, result.compile_seconds);
    fmt::print("\n");
  }
}

std::string text_of(steps::ParameterValues const& sizes) {
  return base::join(sizes, "; ", [](auto const& size) { return fmt::format("{} = {:g}", size.first, size.second); });
}

/// Searches the values of the free sizes and prints the combinations.
void search(Options const& options, base::SourceText const& file, double points, device::Device& device) {
  double const start = machine::wall_seconds();
  auto const progress = [&](std::size_t n, std::size_t n_all) {
    double const left = n == 0 ? 0 : (machine::wall_seconds() - start) / static_cast<double>(n) * double(n_all - n);
    fmt::print(stderr, "combination {} of {}{}\n", n + 1, n_all, n == 0 ? "" : fmt::format(", {:.0f} s left", left));
  };
  auto const all = steps::search(file, options.choice, points, device, std::max(options.n_measurements, 5), progress);
  fmt::print("{:>10}  sizes\n", "Mpoints/s");
  for (steps::Candidate const& candidate : all)
    if (candidate.rate > 0) fmt::print("{:>10.2f}  {}\n", candidate.rate / 1e6, text_of(candidate.sizes));
  for (steps::Candidate const& candidate : all)
    if (candidate.rate == 0) fmt::print("   rejected {}\n{}\n", text_of(candidate.sizes), candidate.rejection);
  if (all.front().rate > 0)
    fmt::print("The best sizes in a parameter file: CaKernel::plan[0] = \"FUNCTION: {}\"\n",
               text_of(all.front().sizes));
}

void run(Options const& options) {
  base::SourceText const file = base::read_source(options.file);
  auto const all = steps::steps_of(file, options.choice);
  double const points = steps::n_points(all.front().kernel, options.per, options.choice.values);
  if (points <= 0) throw base::UserError("The loops have no points; check the values of the parameters.");
  auto const device = device_for(options.choice.device);
  if (options.searches) return search(options, file, points, *device);
  if (options.prints_source) {
    fmt::print("{}", steps::LoopProgram(all.back().kernel, *device, options.choice.values).source());
    return;
  }
  print(steps::measure(all, options.choice.values, points, *device, options.n_measurements));
}

} // namespace

int main(int argc, char** argv) {
  try {
    run(parse({argv + 1, argv + argc}));
    return 0;
  } catch (base::UserError const& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  } catch (std::exception const& error) {
    fmt::print(stderr, "loop_steps failed: {}\n", error.what());
    return 2;
  }
}

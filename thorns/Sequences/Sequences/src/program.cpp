#include "program.hpp"

#include "cctk.h"
#include "codegen/recursion/inputs.hpp"
#include "framework/base/text.hpp"
#include "framework/base/user_files.hpp"
#include "input_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <vector>

namespace sequences {

namespace base = chemora::base;
namespace recursion = chemora::recursion;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t max_bytes = std::size_t{1} << 28; ///< of a program, matrix, model or profile

base::SourceText read_text(std::string const& path) {
  InputFile file(path, path);
  return {path, read_all(file, max_bytes)};
}

/// The names of the programs in a folder.
std::vector<std::string> programs_in(std::string const& folder) {
  std::set<std::string> names;
  for (auto const& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".rec") names.insert(entry.path().stem().string());
  return {names.begin(), names.end()};
}

std::string program_path(Parameters const& parameters) {
  std::string const& name = parameters.program;
  if (name.find('/') != std::string::npos || name.ends_with(".rec")) return path_of(name, parameters);
  std::string const folder = base::shipped_folder("Sequences/Sequences/programs", "Sequences::program", ".rec");
  auto const known = programs_in(folder);
  if (!base::contains(known, name))
    throw base::UserError({"Sequences::program", 0, 0},
                          fmt::format("There is no program `{}`.{} Allowed: {}, or a file `NAME.rec`.", name,
                                      base::did_you_mean(name, known), base::join(known)));
  return folder + "/" + name + ".rec";
}

class Loader {
public:
  explicit Loader(Parameters const& parameters) : parameters_(parameters) {}

  LoadedProgram load();

private:
  void load_inputs();
  void load_input(recursion::Load const& load, std::string const& path);
  void set_scalars();
  void check_statements();
  void error(std::string const& parameter, std::string const& message) { errors_.error({parameter, 0, 0}, message); }

  Parameters const& parameters_;
  base::Diagnostics errors_;
  LoadedProgram result_;
};

void Loader::load_input(recursion::Load const& load, std::string const& path) {
  switch (load.kind) {
  case recursion::Load::Kind::sequences:
    InputFile(path, path); // reports a missing file
    result_.sequence_files[load.name] = path;
    return;
  case recursion::Load::Kind::matrix:
    result_.matrices[load.name] =
        recursion::read_matrix(read_text(path), load.name, result_.program.alphabet(load.alphabet));
    return;
  case recursion::Load::Kind::model:
    result_.models[load.name] =
        recursion::read_model(read_text(path), load.name, result_.program.alphabet(load.alphabet));
    return;
  case recursion::Load::Kind::profile:
    result_.profiles[load.name] = read_profile(read_text(path));
    return;
  }
}

/// Files in Sequences::inputs replace those that the program names.
void Loader::load_inputs() {
  auto files = base::parse_assignments(parameters_.inputs, "Sequences::inputs", errors_);
  std::vector<std::string> names;
  for (recursion::Matrix const& matrix : result_.program.matrices) result_.matrices[matrix.name] = matrix;
  for (recursion::Model const& model : result_.program.models) result_.models[model.name] = model;
  for (recursion::Load const& load : result_.program.loads) {
    names.push_back(load.name);
    auto const file = files.find(load.name);
    base::collect_errors(errors_, [&] {
      if (file != files.end())
        load_input(load, path_of(file->second, parameters_));
      else if (load.file)
        load_input(load, base::path_from(fs::path(result_.program.name).parent_path(), *load.file));
      else
        error("Sequences::inputs", fmt::format("The file of `{}` is missing: {} loads it. Add `{} = FILE`.", load.name,
                                               base::to_text(load.where), load.name));
    });
    files.erase(load.name);
  }
  for (auto const& [name, file] : files)
    error("Sequences::inputs", fmt::format("The program loads no `{}`.{}{}", name, base::did_you_mean(name, names),
                                           names.empty() ? "" : " It loads " + base::list_in_words(names) + "."));
}

void Loader::set_scalars() {
  auto values = base::parse_assignments(parameters_.scalars, "Sequences::scalars", errors_);
  std::vector<std::string> names;
  for (recursion::Scalar const& scalar : result_.program.scalars) {
    names.push_back(scalar.name);
    result_.scalars[scalar.name] = scalar.value;
    auto const given = values.find(scalar.name);
    if (given == values.end()) continue;
    char* end = nullptr;
    double const value = std::strtod(given->second.c_str(), &end);
    bool const is_integer = scalar.type == recursion::ValueType::integer;
    if (*end != '\0' || !std::isfinite(value) || (is_integer && (value != std::floor(value) || std::abs(value) > 1e9)))
      error("Sequences::scalars",
            fmt::format("The scalar `{}` cannot be `{}`, expected {}.", scalar.name, given->second,
                        is_integer ? "an integer from -1000000000 to 1000000000" : "a number"));
    result_.scalars[scalar.name] = value;
    values.erase(given);
  }
  for (auto const& [name, value] : values)
    error("Sequences::scalars",
          fmt::format("The program has no scalar `{}`.{}{}", name, base::did_you_mean(name, names),
                      names.empty() ? "" : " It has " + base::list_in_words(names) + "."));
}

void Loader::check_statements() {
  if (result_.program.statements.empty())
    errors_.error({result_.program.name, 0, 0}, "The program has no statement `print`, so that it computes nothing.");
  for (auto const& statement : result_.program.statements)
    if (auto const* const sweep = std::get_if<recursion::Sweep>(&statement))
      errors_.error(sweep->where, "Sequences has no grid. Statements `sweep` belong into the folder `recursions` of a "
                                  "thorn with grid functions.");
}

LoadedProgram Loader::load() {
  result_.program = recursion::read_program(read_text(program_path(parameters_)));
  for (base::Diagnostic const& warning : result_.program.warnings)
    CCTK_VWARN(CCTK_WARN_ALERT, "%s", base::to_text(warning).c_str());
  load_inputs();
  set_scalars();
  check_statements();
  errors_.throw_if_errors();
  return std::move(result_);
}

} // namespace

recursion::Load const* LoadedProgram::find_load(std::string const& name) const {
  for (recursion::Load const& load : program.loads)
    if (load.name == name) return &load;
  return nullptr;
}

LoadedProgram load_program(Parameters const& parameters) { return Loader(parameters).load(); }

} // namespace sequences

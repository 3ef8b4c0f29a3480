/// chemora-fortran split fixed|free PREPROCESSED OUTPUT: prepares a Fortran source for the compiler.
/// chemora-fortran names MANIFEST HEADER DEPFILE: writes the symbols of the Fortran procedures that C sources of thorns
/// call.
#include "framework/bind/generated_texts.hpp"
#include "framework/bind/thorn_set.hpp"

#include <filesystem>
#include <iostream>
#include <span>

namespace {

using namespace chemora;
using Arguments = std::span<char* const>;

void split(Arguments arguments) {
  auto const form = std::string(arguments[0]) == "fixed" ? bind::FortranForm::fixed : bind::FortranForm::free;
  bind::write_if_changed(arguments[2], bind::fortran_to_compile(base::read_source(arguments[1]).contents, form));
}

/// `header: file file ...`, as a makefile writes it.
std::string dependencies(std::string const& header, std::vector<std::string> const& files) {
  std::string text = header + ":";
  for (auto const& file : files) {
    text += " \\\n ";
    for (char const letter : file) text += letter == ' ' ? "\\ " : std::string(1, letter);
  }
  return text + "\n";
}

void names(Arguments arguments) {
  std::vector<std::string> folders;
  for (auto const& thorn : bind::parse_manifest(base::read_source(arguments[0])).thorns)
    folders.push_back(thorn.folder + "/src");
  auto const fortran_names = bind::find_fortran_names(folders);
  bind::write_if_changed(arguments[1], bind::fortran_names_header(fortran_names.names));
  // Generated sources call no Fortran procedures by name, and are made after this header.
  auto files = fortran_names.searched;
  auto const build = std::filesystem::path(arguments[1]).parent_path().parent_path().parent_path().string() + "/";
  std::erase_if(files, [&](std::string const& file) { return file.starts_with(build); });
  bind::write_if_changed(arguments[2], dependencies(arguments[1], files));
}

} // namespace

int main(int n_arguments, char** argument_values) {
  std::string const command = n_arguments > 1 ? argument_values[1] : "";
  Arguments const arguments(argument_values + std::min(2, n_arguments), argument_values + n_arguments);
  bool const is_split = command == "split" && arguments.size() == 3 &&
                        (arguments[0] == std::string("fixed") || arguments[0] == std::string("free"));
  if (!is_split && !(command == "names" && arguments.size() == 3)) {
    std::cerr << "usage: chemora-fortran split fixed|free PREPROCESSED OUTPUT\n"
                 "       chemora-fortran names MANIFEST HEADER DEPFILE\n";
    return 1;
  }
  try {
    is_split ? split(arguments) : names(arguments);
  } catch (base::UserError const& error) {
    std::cerr << error.what() << "\n";
    return 1;
  } catch (std::exception const& error) {
    std::cerr << "chemora-fortran: internal error: " << error.what() << "\n";
    return 2;
  }
  return 0;
}

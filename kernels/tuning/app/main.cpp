/// tuning_tables DATABASE [KERNEL]: prints the analyses of the searches in a database.
#include "framework/base/errors.hpp"
#include "kernels/tuning/analyses.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

int main(int n_arguments, char** arguments) {
  using namespace chemora;
  std::vector<std::string> const words(arguments + 1, arguments + n_arguments);
  try {
    if (words.empty() || words.size() > 2 || words[0].starts_with('-'))
      throw base::UserError("usage: tuning_tables DATABASE [KERNEL]");
    if (!std::filesystem::exists(words[0]))
      throw base::UserError(fmt::format("The tuning database {} does not exist. A search creates it.", words[0]));
    tuning::Database const database(words[0], tuning::Database::Access::read);
    fmt::print("{}", tuning::to_tables(database, words.size() == 2 ? words[1] : ""));
  } catch (base::UserError const& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}

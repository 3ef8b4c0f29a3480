// Names in texts are the longest that letters, digits and `_` make.
#include "framework/parameters/par_variables.hpp"

#include "framework/base/nearest_name.hpp"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <numbers>

namespace chemora::parameters {

namespace {

constexpr std::size_t longest_text = 1 << 20; ///< variables that contain each other could fill the memory

[[noreturn]] void fail(ParExpression const& at, std::string const& message) {
  throw base::UserError(at.where, message);
}

std::string base_name(std::string const& path) {
  std::filesystem::path const file = std::filesystem::path(path).filename();
  return file.extension() == ".par" ? file.stem().string() : file.string();
}

} // namespace

ParVariables::ParVariables(std::string const& par_file_name) {
  values_["parfile"] = text_value(base_name(par_file_name));
  values_["pi"] = {std::numbers::pi, false, {}};
}

ParValue ParVariables::value(ParExpression const& reference) const {
  if (reference.text.starts_with("ENV{")) {
    std::string const name = reference.text.substr(4, reference.text.size() - 5);
    char const* const value = std::getenv(name.c_str());
    if (!value) fail(reference, "The environment has no variable `" + name + "`.");
    return text_value(value);
  }
  auto const found = values_.find(reference.text);
  if (found != values_.end()) return found->second;
  std::vector<std::string> names;
  for (auto const& [name, value] : values_) names.push_back(name);
  fail(reference,
       "There is no variable `$" + reference.text + "` up to here." + base::did_you_mean(reference.text, names));
}

std::string ParVariables::replaced(ParExpression const& text) const {
  std::string result;
  std::string const& in = text.text;
  auto const word_end = [&](std::size_t at) {
    while (at < in.size() && (std::isalnum(static_cast<unsigned char>(in[at])) || in[at] == '_')) ++at;
    return at;
  };
  for (std::size_t at = 0; at < in.size();) {
    bool const has_brace = in.compare(at, 2, "${") == 0;
    bool const is_environment = in.compare(at, 5, "$ENV{") == 0;
    std::size_t const begin = at + (is_environment ? 5 : has_brace ? 2 : 1);
    std::size_t const end = in[at] == '$' ? word_end(begin) : begin;
    std::string const name = in[at] == '$' ? in.substr(begin, end - begin) : "";
    bool const is_closed = !(has_brace || is_environment) || (end < in.size() && in[end] == '}');
    if (name.empty() || !is_closed) {
      result += in[at++];
      continue;
    }
    result +=
        to_text(value({ParExpression::Kind::variable, is_environment ? "ENV{" + name + "}" : name, {}, text.where}));
    at = end + (has_brace || is_environment ? 1 : 0);
    if (result.size() > longest_text)
      fail(text, "This text has more than 1048576 characters after its variables have been replaced.");
  }
  return result;
}

} // namespace chemora::parameters

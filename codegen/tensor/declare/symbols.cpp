#include "codegen/tensor/declare/symbols.hpp"

#include "codegen/ir/operation.hpp"
#include "framework/base/text.hpp"

#include <cctype>
#include <map>

namespace chemora::tensor {

namespace {

constexpr std::size_t max_rank = 4;

bool is_index_letter(std::string const& symbol) {
  return std::islower(static_cast<unsigned char>(symbol[0])) &&
         std::string("txyz").find(symbol[0]) == std::string::npos;
}

/// Whether the suffix consists of letters that follow one another in the alphabet, or is marked as indices.
bool are_indices(edl::Suffix const& suffix) {
  if (suffix.bracket != edl::Bracket::none || suffix.is_upper) return true;
  if (suffix.symbols.size() > max_rank) return false;
  for (std::size_t n = 0; n < suffix.symbols.size(); ++n) {
    std::string const& symbol = suffix.symbols[n].name;
    if (!is_index_letter(symbol)) return false;
    if (n > 0 && symbol[0] != suffix.symbols[n - 1].name[0] + 1) return false;
  }
  return true;
}

bool may_be_redefined(std::string const& name) {
  static std::set<std::string> const names{"pi", "Pi", "dx", "dy", "dz", "dt", "normal"};
  return names.contains(name);
}

/// Returns `D_y` for other spellings of a derivative, such as `d_y` and `partial_y`, and an empty string for other
/// names.
std::string as_derivative(edl::Name const& name) {
  static std::set<std::string> const spellings{"d", "D", "del", "partial", "Partial", "diff", "deriv", "nabla"};
  bool const has_indices = name.suffixes.size() == 1 && !name.suffixes[0].is_upper && name.suffixes[0].text.size() <= 2;
  return has_indices && spellings.contains(name.base) ? "D_" + name.suffixes[0].text : "";
}

/// Returns the only name that begins with the text, or an empty string if there is no such name or more than one.
std::string only_completion(std::string const& text, std::vector<std::string> const& names) {
  std::string found;
  for (std::string const& name : names)
    if (text.size() > 1 && name.starts_with(text)) {
      if (!found.empty()) return "";
      found = name;
    }
  return found;
}

} // namespace

DeclaredName read_declared_name(edl::Name const& name, base::Diagnostics& diagnostics) {
  std::size_t first = name.suffixes.size();
  while (first > 0 && are_indices(name.suffixes[first - 1])) --first;
  DeclaredName declared;
  declared.name = edl::spelling(name.base, {name.suffixes.begin(), name.suffixes.begin() + static_cast<long>(first)});
  std::set<std::string> letters;
  for (std::size_t n = first; n < name.suffixes.size(); ++n) {
    edl::Suffix const& suffix = name.suffixes[n];
    for (edl::IndexSymbol const& symbol : suffix.symbols) {
      if (!is_index_letter(symbol.name) || symbol.offset != 0)
        diagnostics.error(suffix.where,
                          "The indices of a declared tensor must be letters from a to w except t, as in `" + name.base +
                              "_ij`; found `" + suffix.text + "`.");
      if (!letters.insert(symbol.name).second)
        diagnostics.error(suffix.where, "The index `" + symbol.name + "` occurs twice in the declaration of `" +
                                            declared.name + "`; use a different letter for each index.");
      declared.shape.upper.push_back(suffix.is_upper);
    }
    if (suffix.bracket == edl::Bracket::none) continue;
    if (suffix.symbols.size() == 2)
      declared.shape.pairs.push_back({declared.shape.rank() - 2, suffix.bracket == edl::Bracket::square});
    else
      diagnostics.error(suffix.where, "A declared symmetry must have exactly two indices, as in `g_(ij)`, `F_[ij]` or "
                                      "`G^i_(jk)`.");
  }
  if (declared.shape.rank() > max_rank)
    diagnostics.error(name.where, "`" + edl::to_text(name) + "` has " + std::to_string(declared.shape.rank()) +
                                      " indices; at most 4 are supported.");
  return declared;
}

bool read_indices(edl::Suffix const& suffix, std::vector<Index>& indices, base::Diagnostics& diagnostics) {
  if (suffix.bracket != edl::Bracket::none) {
    diagnostics.error(suffix.where, "Brackets around indices are allowed only in declarations (symmetry) and in "
                                    "definitions of operators (neighbours); write the indices without them.");
    return false;
  }
  for (edl::IndexSymbol const& symbol : suffix.symbols) {
    Index index{symbol.name, 0, suffix.is_upper};
    std::size_t const axis = std::string("xyz").find(symbol.name);
    if (symbol.name.size() == 1 && axis != std::string::npos) {
      index = {"", static_cast<int>(axis) + 1, suffix.is_upper};
    } else if (symbol.name[0] >= '1' && symbol.name[0] <= '3') {
      index = {"", symbol.name[0] - '0', suffix.is_upper};
    } else if (std::isdigit(static_cast<unsigned char>(symbol.name[0]))) {
      diagnostics.error(suffix.where, "`" + symbol.name + "` is not a component; components are numbered 1, 2, 3.");
      return false;
    } else if (!is_index_letter(symbol.name)) {
      diagnostics.error(suffix.where, "`" + symbol.name +
                                          "` cannot be an index; indices are letters from a to w except "
                                          "t, the axes x, y, z, or the components 1, 2, 3.");
      return false;
    }
    indices.push_back(index);
  }
  return true;
}

std::string declared_form(std::string const& name, Symbol const& symbol) {
  Variable variable;
  variable.name = name;
  variable.shape = symbol.shape;
  return to_text(variable);
}

Symbols::Symbols() {
  auto const add = [&](std::string const& name, SymbolKind kind) { symbols_[name] = {kind, {}, {}}; };
  for (char const* name : {"x", "y", "z"}) add(name, SymbolKind::coordinate);
  for (char const* name : {"dx", "dy", "dz"}) add(name, SymbolKind::spacing);
  for (char const* name : {"PI", "Pi", "pi"}) add(name, SymbolKind::constant);
  for (char const* name : {"delta", "Euc", "KD"}) add(name, SymbolKind::delta);
  for (char const* name : {"Eps", "epsilon"}) add(name, SymbolKind::epsilon);
  add("normal", SymbolKind::normal);
  add("r", SymbolKind::radius);
  add("t", SymbolKind::time);
  add("dt", SymbolKind::time_step);
}

bool Symbols::declare(std::string const& name, Symbol symbol, base::Diagnostics& diagnostics) {
  auto const earlier = symbols_.find(name);
  if (earlier != symbols_.end() && !(earlier->second.is_built_in() && may_be_redefined(name))) {
    diagnostics.error(symbol.where, earlier->second.is_built_in()
                                        ? "`" + name + "` is a name of the language; choose another name."
                                        : "`" + name +
                                              "` is declared a second time; the first declaration is in line " +
                                              std::to_string(earlier->second.where.line) + ".");
    return false;
  }
  symbols_[name] = std::move(symbol);
  return true;
}

bool Symbols::read_component(std::string const& spelled, UsedName& used) const {
  std::size_t digits = 0;
  while (digits < spelled.size() && spelled[spelled.size() - 1 - digits] >= '1' &&
         spelled[spelled.size() - 1 - digits] <= '3')
    ++digits;
  for (; digits > 0; --digits) {
    std::string const name = spelled.substr(0, spelled.size() - digits);
    auto const symbol = symbols_.find(name);
    if (symbol == symbols_.end() || symbol->second.shape.rank() != digits) continue;
    used.name = name;
    for (std::size_t n = 0; n < digits; ++n)
      used.indices.push_back({"", spelled[name.size() + n] - '0', symbol->second.shape.upper[n]});
    return true;
  }
  return false;
}

bool Symbols::read(edl::Name const& name, UsedName& used, base::Diagnostics& diagnostics) {
  used = {};
  for (std::size_t count = name.suffixes.size() + 1; count-- > 0;) {
    auto const middle = name.suffixes.begin() + static_cast<long>(count);
    std::string const spelled = edl::spelling(name.base, {name.suffixes.begin(), middle});
    bool const is_declared = contains(spelled);
    if (is_declared) used.name = spelled;
    if (!is_declared && !(count == name.suffixes.size() && read_component(spelled, used))) continue;
    mark_used(used.name);
    for (auto suffix = middle; suffix != name.suffixes.end(); ++suffix)
      if (!read_indices(*suffix, used.indices, diagnostics)) return false;
    return true;
  }
  std::string const spelled = edl::to_text(name);
  if (ir::find_edl_function(spelled) != nullptr)
    diagnostics.error(name.where, "`" + spelled + "` is a function: write `" + spelled + "(x)`.");
  else
    diagnostics.error(name.where, "`" + spelled + "` is not declared." + hint_for(name));
  return false;
}

std::string Symbols::hint_for(edl::Name const& name) const {
  std::string const spelled = edl::to_text(name);
  if (std::string const familiar = hint_for_familiar(spelled); !familiar.empty()) return familiar;
  if (std::string const derivative = as_derivative(name); !derivative.empty())
    return " A derivative is written `" + derivative + " u`.";
  std::vector<std::string> declared = operators_, built_in;
  for (auto const& [other, symbol] : symbols_) {
    (symbol.is_built_in() ? built_in : declared).push_back(other);
    if (symbol.shape.rank() > 0) declared.push_back(declared_form(other, symbol));
  }
  for (std::string const& text : {spelled, name.base})
    for (auto const* const names : {&declared, &built_in}) {
      // Any two names of one or two letters are similar. Short names therefore get a completion as the only suggestion.
      std::string const nearest = text.size() > 2 ? base::nearest_name(text, *names) : only_completion(text, *names);
      if (!nearest.empty()) return " Did you mean `" + nearest + "`?";
    }
  return "";
}

namespace {

std::map<std::string, std::string> const& hints() {
  static std::string const laplacian = "The Laplacian of u is `delta^ij D_ij u`, or `g^ij CD_ij u` with a metric.";
  static std::string const gradient = "The gradient of u is `D_i u`.", divergence = "The divergence of v is `D_i v^i`.";
  static std::string const curl = "The curl of v is `Eps^ijk D_j v_k`.";
  static std::string const derivative = "A derivative is written `D_i u`, along x `D_x u`, the second one `D_ij u`.";
  static std::string const time = "The time is `t`.", step = "The time step is `dt`.";
  static std::string const sign = "The sign of a is `if(a < 0, -1, 1)`.";
  static std::string const logarithm = "The natural logarithm is `log`.";
  static std::map<std::string, std::string> const table{
      {"ln", logarithm},
      {"log10", "The logarithm to base 10 of a is `log(a)/log(10)`."},
      {"log2", "The logarithm to base 2 of a is `log(a)/log(2)`."},
      {"time", time},
      {"cctk_time", time},
      {"timestep", step},
      {"cctk_delta_time", step},
      {"laplacian", laplacian},
      {"laplace", laplacian},
      {"Laplacian", laplacian},
      {"Laplace", laplacian},
      {"lap", laplacian},
      {"grad", gradient},
      {"gradient", gradient},
      {"nabla", gradient},
      {"div", divergence},
      {"divergence", divergence},
      {"curl", curl},
      {"rot", curl},
      {"diff", derivative},
      {"deriv", derivative},
      {"partial", derivative},
      {"ddx", derivative},
      {"radius", "The distance from the origin is `r`."},
      {"arcsin", "The inverse sine is `asin`."},
      {"arccos", "The inverse cosine is `acos`."},
      {"arctan", "The inverse tangent is `atan`."},
      {"sgn", sign},
      {"sign", sign},
      {"sec", "The secant of a is `1/cos(a)`."},
      {"cot", "The cotangent of a is `1/tan(a)`."},
      {"mod", "The remainder of a by b is `a - b*floor(a/b)`."},
      {"fmod", "The remainder of a by b is `a - b*floor(a/b)`."},
      {"ceil", "The smallest whole number that is not below a is `-floor(-a)`."},
      {"square", "The square of a is `a**2`."},
      {"true", "A truth value is written as a comparison; a boolean parameter is yes or no."},
      {"false", "A truth value is written as a comparison; a boolean parameter is yes or no."}};
  return table;
}

} // namespace

std::string hint_for_familiar(std::string const& name) {
  auto const hint = hints().find(name);
  return hint == hints().end() ? "" : " " + hint->second;
}

} // namespace chemora::tensor

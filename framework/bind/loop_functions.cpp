#include "framework/bind/loop_functions.hpp"

#include "framework/base/text.hpp"
#include "framework/base/words.hpp"
#include "framework/bind/visible_names.hpp"

#include <algorithm>
#include <optional>
#include <sstream>

namespace chemora::bind {

FunctionKind const loops_kind{.noun = "loops",
                              .folder = "loops",
                              .registration = "_RegisterLoops",
                              .function = "CaKernel_RegisterLoops",
                              .prototypes = R"(
CCTK_INT FUNCTION CaKernel_RegisterLoops \
  (CCTK_STRING IN thorn, CCTK_STRING IN file, CCTK_STRING IN text)
REQUIRES FUNCTION CaKernel_RegisterLoops

CCTK_INT FUNCTION CaKernel_LaunchLoops \
  (CCTK_POINTER_TO_CONST IN cctkGH, CCTK_STRING IN thorn, CCTK_STRING IN function)
REQUIRES FUNCTION CaKernel_LaunchLoops
)"};

FunctionKind const recursions_kind{.noun = "sweeps",
                                   .folder = "recursions",
                                   .registration = "_RegisterSweeps",
                                   .function = "Recursions_RegisterSweeps",
                                   .prototypes = R"(
CCTK_INT FUNCTION Recursions_RegisterSweeps \
  (CCTK_STRING IN thorn, CCTK_STRING IN file, CCTK_STRING IN text)
REQUIRES FUNCTION Recursions_RegisterSweeps

CCTK_INT FUNCTION Recursions_RunSweeps \
  (CCTK_POINTER_TO_CONST IN cctkGH, CCTK_STRING IN thorn, CCTK_STRING IN function)
REQUIRES FUNCTION Recursions_RunSweeps
)",
                                   .is_on_grid = true};

namespace {

std::vector<std::string> fields_of(std::string const& line) {
  std::vector<std::string> fields{""};
  for (char const c : line)
    if (c == '\t')
      fields.emplace_back();
    else
      fields.back() += c;
  return fields;
}

/// Names of the grid that scalar arguments may have, such as `cctk_lsh1`.
std::vector<std::string> grid_names() {
  std::vector<std::string> names{"cctk_iteration", "cctk_time", "cctk_delta_time"};
  for (char const* const name :
       {"cctk_lsh", "cctk_ash", "cctk_gsh", "cctk_lbnd", "cctk_nghostzones", "cctk_delta_space", "cctk_origin_space"})
    for (int axis = 1; axis <= 3; ++axis) names.push_back(name + std::to_string(axis));
  return names;
}

/// The names to which arguments of one thorn may refer, and the errors of one function.
class Names {
public:
  Names(ThornSet const& set, Thorn const& thorn, FunctionKind const& kind, base::Diagnostics& findings)
      : thorn_(thorn), kind_(kind), variables_(visible_variables(set, thorn)), findings_(findings) {}

  /// The reference for READS and WRITES, `owner::name_p`; empty after an error.
  std::string array_reference(LoopArgument const& argument) const {
    auto const found = find_variable(argument, argument.meaning.empty() ? argument.name : argument.meaning);
    if (!found) return {};
    if (kind_.is_on_grid)
      check_grid_function(argument, found->variable);
    else
      check_array(argument, found->variable);
    std::string reference = found->variable.full_name();
    for (int level = 0; level < found->time_level; ++level) reference += "_p";
    int const n_levels = found->variable.group->n_time_levels;
    if (found->time_level < n_levels) return reference;
    findings_.error(argument.where, "`" + argument.name + "` is the variable " + reference + ", time level " +
                                        std::to_string(found->time_level) + " of " + found->variable.full_name() +
                                        ", which is declared with " + base::counted(n_levels, "time level") +
                                        ". Declare its group TIMELEVELS=" + std::to_string(found->time_level + 1) +
                                        " or more.");
    return {};
  }

  void check_scalar(LoopArgument const& argument) const {
    std::string const name = argument.meaning.empty() ? argument.name : argument.meaning;
    if (auto const open = name.find('('); open != std::string::npos) return check_extent(argument, name, open);
    if (is_known_scalar(name)) return check_scalar_type(argument, name);
    if (argument.meaning.empty() && argument.is_extent) return;
    std::vector<std::string> const known = known_scalars();
    findings_.error(argument.where,
                    "The scalar argument `" + argument.name + "` has no value: `" + name +
                        "` is neither a parameter of thorn " + thorn_.name +
                        " nor a scalar variable nor an extent of an array argument nor a name of the grid." +
                        base::did_you_mean(name, known));
  }

  /// Reports statements `let` of a sweep that keep their numbers although their names resemble that of a parameter or
  /// variable. Such a name is probably misspelt. Names of other scalars of the function are not meant.
  void check_constants(LoopFunction const& function) const {
    constexpr std::size_t min_length = 3; // shorter names resemble each other by chance
    std::vector<std::string> known = known_scalars();
    std::erase_if(known, [&](std::string const& name) {
      return std::any_of(function.arguments.begin(), function.arguments.end(),
                         [&](LoopArgument const& other) { return ccl::same_name(other.name, name); });
    });
    for (LoopArgument const& scalar : function.arguments) {
      if (scalar.is_array || scalar.name.size() < min_length || is_known_scalar(scalar.name)) continue;
      std::string const nearest = base::nearest_name(scalar.name, known);
      if (!nearest.empty())
        findings_.error(scalar.where, "The scalar `" + scalar.name + "` always has the number in the file, because `" +
                                          scalar.name + "` is neither a parameter nor a scalar variable of thorn " +
                                          thorn_.name + ", nor a name of the grid. Did you mean `" + nearest +
                                          "`? If the number is a constant, write it in place of its name, or choose a "
                                          "name that differs more.");
    }
  }

private:
  /// The names that scalars may have.
  std::vector<std::string> known_scalars() const {
    std::vector<std::string> known = grid_names();
    for (auto const& parameter : thorn_.param.parameters) known.push_back(parameter.local_name());
    for (auto const& variable : variables_)
      if (variable.group->group_type == ccl::GroupType::scalar && is_own(variable)) known.push_back(variable.name);
    std::erase_if(known, [&](std::string const& name) { return !is_known_scalar(name); });
    return known;
  }

  bool is_own(VisibleVariable const& variable) const {
    return ccl::same_name(variable.owner, thorn_.implementation()) || ccl::same_name(variable.owner, thorn_.name);
  }

  std::optional<DeclaredAccess> find_variable(LoopArgument const& argument, std::string const& name) const {
    auto const found = resolve_variable(variables_, name.substr(0, name.find('[')), thorn_);
    bool const is_qualified = name.find("::") != std::string::npos;
    if (found && (is_qualified || is_own(found->variable))) return found;
    std::vector<std::string> known;
    for (auto const& variable : variables_)
      known.push_back(is_own(variable) && !is_qualified ? variable.name : variable.full_name());
    std::string const hint = found ? " Write `!$chemora " + argument.name + " = " + found->variable.full_name() + "`."
                                   : base::did_you_mean(name, known);
    std::string const full_name = is_qualified ? name : thorn_.name + "::" + name;
    findings_.error(argument.where,
                    "There is no variable `" + full_name + "` for the argument `" + argument.name + "`." + hint);
    return std::nullopt;
  }

  void check_array(LoopArgument const& argument, VisibleVariable const& variable) const {
    auto const& group = *variable.group;
    if (group.group_type == ccl::GroupType::scalar)
      findings_.error(argument.where,
                      "The array argument `" + argument.name + "` is the variable " + variable.full_name() +
                          " of TYPE=SCALAR. Declare its group TYPE=ARRAY DIM=1 SIZE=1 DISTRIB=CONSTANT.");
    bool const is_real64 = group.type == "REAL" || group.type == "REAL8";
    bool const is_int32 = group.type == "INT" || group.type == "INT4";
    bool const is_equal = argument.type == "real64"   ? is_real64
                          : argument.type == "real32" ? group.type == "REAL4"
                                                      : argument.type == "int32" && is_int32;
    if (!is_equal && group.type_parameter.empty())
      findings_.error(argument.where,
                      "The argument `" + argument.name + "` has type " + argument.type + ", but the variable " +
                          variable.full_name() + " has type CCTK_" + group.type +
                          ". real*8 is CCTK_REAL, real*4 is CCTK_REAL4, integer*4 is CCTK_INT; other types are not "
                          "supported.");
  }

  void check_grid_function(LoopArgument const& argument, VisibleVariable const& variable) const {
    auto const& group = *variable.group;
    bool const is_real = group.type == "REAL" || group.type == "REAL8";
    if (group.group_type != ccl::GroupType::grid_function || group.dimension != 3 || !is_real)
      findings_.error(argument.where, "`" + argument.name + "` is the variable " + variable.full_name() +
                                          ", which a sweep cannot access. Sweeps access grid functions: declare its "
                                          "group CCTK_REAL TYPE=GF DIM=3.");
  }

  /// A scalar `let n = 1` of a sweep is an integer, and cannot have the value of a real parameter.
  void check_scalar_type(LoopArgument const& argument, std::string const& name) const {
    if (!kind_.is_on_grid || argument.type != "int32") return;
    for (auto const& parameter : thorn_.param.parameters)
      if (ccl::same_name(parameter.local_name(), name) && parameter.type == ccl::ParameterType::real)
        findings_.error(argument.where, "The scalar `" + argument.name +
                                            "` is an int, but the parameter of this name is "
                                            "REAL. Write a number with a decimal point, such as `let " +
                                            argument.name + " = 1.0`.");
  }

  /// Checks `lsh(VARIABLE, AXIS)`.
  void check_extent(LoopArgument const& argument, std::string const& text, std::size_t open) const {
    std::string const function = base::trimmed(text.substr(0, open));
    auto const comma = text.find(',', open), close = text.find(')', open);
    bool const is_function = function == "lsh" || function == "gsh" || function == "lbnd";
    if (!is_function || comma == std::string::npos || close == std::string::npos || close < comma) {
      findings_.error(argument.where, "Found `" + text +
                                          "`, expected `lsh(VARIABLE, AXIS)`, `gsh(VARIABLE, AXIS)` or "
                                          "`lbnd(VARIABLE, AXIS)`.");
      return;
    }
    auto const found = find_variable(argument, base::trimmed(text.substr(open + 1, comma - open - 1)));
    std::string const axis = base::trimmed(text.substr(comma + 1, close - comma - 1));
    if (found && (axis.size() != 1 || axis[0] < '1' || axis[0] - '0' > found->variable.group->dimension))
      findings_.error(argument.where, "`" + axis + "` is not an axis of " + found->variable.full_name() +
                                          ", which has the axes 1 to " +
                                          std::to_string(found->variable.group->dimension) + ".");
  }

  bool is_known_scalar(std::string const& name) const {
    std::string const lower = ccl::lower_case(name);
    if (base::contains(grid_names(), lower)) return true;
    std::string const local = name.substr(name.rfind(':') == std::string::npos ? 0 : name.rfind(':') + 1);
    for (auto const& parameter : thorn_.param.parameters)
      if (ccl::same_name(parameter.local_name(), name) || ccl::same_name(parameter.name.text, local))
        return parameter.type == ccl::ParameterType::integer || parameter.type == ccl::ParameterType::real ||
               parameter.type == ccl::ParameterType::boolean;
    auto const found = resolve_variable(variables_, name, thorn_);
    return found && found->variable.group->group_type == ccl::GroupType::scalar;
  }

  Thorn const& thorn_;
  FunctionKind const& kind_;
  std::vector<VisibleVariable> variables_;
  base::Diagnostics& findings_;
};

/// Clauses of a schedule block.
std::string clauses(LoopFunction const& function, Names const& names, FunctionKind const& kind) {
  std::string reads, writes;
  for (LoopArgument const& argument : function.arguments) {
    if (!argument.is_array) {
      names.check_scalar(argument);
      continue;
    }
    std::string const reference = names.array_reference(argument);
    if (reference.empty()) continue;
    if (argument.is_read) reads += "  READS: " + reference + "(everywhere)\n";
    if (argument.is_written) writes += "  WRITES: " + reference + "(everywhere)\n";
  }
  if (kind.is_on_grid) names.check_constants(function);
  return reads + writes;
}

/// The offset after the brace that opens the block of an item whose name is at this position.
std::size_t start_of_block(std::string const& text, base::SourcePosition const& name) {
  std::size_t offset = 0;
  for (int line = 1; line < name.line; ++line) offset = text.find('\n', offset) + 1;
  bool is_comment = false;
  for (std::size_t i = offset + static_cast<std::size_t>(name.column) - 1; i < text.size(); ++i) {
    if (text[i] == '#') is_comment = true;
    if (text[i] == '\n') is_comment = false;
    if (text[i] == '{' && !is_comment) return i + 1;
  }
  throw base::InternalError("bind::add_loop_functions: the item " + name.file + " has no block");
}

/// A text to insert into schedule.ccl.
struct Insertion {
  std::size_t offset;
  std::string text;
};

void add_insertions(Thorn const& thorn, LoopFunction const& function, FunctionKind const& kind,
                    std::string const& accesses, std::vector<Insertion>& insertions, base::Diagnostics& findings) {
  bool is_scheduled = false;
  for (auto const* const item : all_items(thorn.schedule)) {
    if (item->is_group || !ccl::same_name(item->name.text, function.name)) continue;
    is_scheduled = true;
    if (item->language != "C")
      findings.error(item->name.where, "The block of `" + function.name + "`, whose " + kind.noun + " are in " +
                                           function.file + ", needs `LANG: C`.");
    std::string text = item->reads.empty() && item->writes.empty() ? accesses : std::string();
    bool const has_tag = std::any_of(item->tags.begin(), item->tags.end(),
                                     [](auto const& tag) { return ccl::same_name(tag.key.text, "Device"); });
    if (!has_tag) text += "  TAGS: Device=1\n";
    insertions.push_back({start_of_block(thorn.schedule_text.contents, item->name.where), "\n" + text});
  }
  if (!is_scheduled)
    findings.error({function.file, 0, 0}, "schedule.ccl of thorn " + thorn.name + " does not schedule `" +
                                              function.name + "`, the function of this file. Write `SCHEDULE " +
                                              function.name +
                                              " AT ... { LANG: C } \"...\"`, or move the file out of the folder "
                                              "`" +
                                              kind.folder + "`.");
}

bool declares(ccl::Interface const& interface, std::string const& function) {
  return std::any_of(interface.prototypes.begin(), interface.prototypes.end(),
                     [&](auto const& prototype) { return ccl::same_name(prototype.name.text, function); });
}

} // namespace

std::vector<LoopFunction> parse_loop_functions(base::SourceText const& text) {
  std::vector<LoopFunction> functions;
  int number = 0;
  for (std::string const& line : text.lines()) {
    ++number;
    auto const fields = fields_of(line);
    if (line.empty()) continue;
    bool const is_function = fields[0] == "function" && fields.size() == 3;
    bool const is_argument =
        (fields[0] == "array" || fields[0] == "scalar") && fields.size() == 7 && !functions.empty();
    if (!is_function && !is_argument)
      throw base::UserError({text.name, number, 1}, "Found `" + line + "`, which edlc does not write. Build again.");
    if (is_function) {
      functions.push_back({fields[1], fields[2], {}});
      continue;
    }
    bool const is_array = fields[0] == "array";
    functions.back().arguments.push_back({fields[1],
                                          is_array,
                                          fields[2],
                                          is_array && fields[3].find('r') != std::string::npos,
                                          is_array && fields[3].find('w') != std::string::npos,
                                          !is_array && fields[3] == "1",
                                          fields[6],
                                          {functions.back().file, std::stoi(fields[4]), std::stoi(fields[5])}});
  }
  return functions;
}

void add_loop_functions(ThornSet const& set, Thorn& thorn, std::vector<LoopFunction> const& functions,
                        base::Diagnostics& findings, FunctionKind const& kind) {
  if (functions.empty()) return;
  Names const names(set, thorn, kind, findings);
  std::vector<Insertion> insertions;
  for (LoopFunction const& function : functions)
    add_insertions(thorn, function, kind, clauses(function, names, kind), insertions, findings);
  std::sort(insertions.begin(), insertions.end(), [](auto const& a, auto const& b) { return a.offset > b.offset; });
  for (auto const& [offset, text] : insertions) thorn.schedule_text.contents.insert(offset, text);
  thorn.schedule_text.contents += "\nSCHEDULE " + thorn.name + kind.registration +
                                  " AT CCTK_STARTUP\n{\n  LANG: C\n} \"Register the " + kind.noun + "\"\n";
  if (!declares(thorn.interface, kind.function)) thorn.interface_text.contents += kind.prototypes;
  thorn.interface = ccl::parse_interface(thorn.interface_text);
  thorn.schedule = ccl::parse_schedule(thorn.schedule_text);
}

} // namespace chemora::bind

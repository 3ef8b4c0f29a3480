#include "codegen/recursion/bind_arguments.hpp"
#include "codegen/recursion/lower_functions.hpp"
#include "codegen/recursion/reverse_axes.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <array>

namespace chemora::recursion {

namespace {

class ProgramReader {
public:
  explicit ProgramReader(base::SourceText const& source)
      : diagnostics_(&source), tree_(syntax::parse(source, diagnostics_)),
        declarations_(declare(tree_, source, diagnostics_)) {
    for (syntax::Schedule const& schedule : tree_.schedules) add_schedule(schedule);
    functions_ = lower_functions(declarations_, diagnostics_);
  }

  Program program() {
    bool const can_bind = !diagnostics_.has_errors();
    for (auto const& statement : tree_.statements)
      std::visit([&](auto const& item) { check(item, can_bind); }, statement);
    diagnostics_.throw_if_errors();
    add_warnings();
    return std::move(declarations_.program);
  }

  System system(std::string const& function) {
    diagnostics_.throw_if_errors();
    if (functions_.contains(function)) return system_of(function, functions_);
    throw base::UserError(fmt::format("{} has no function `{}`.{}", declarations_.program.name, function,
                                      base::did_you_mean(function, function_names())));
  }

private:
  std::vector<std::string> function_names() const {
    std::vector<std::string> names;
    for (auto const& [name, signature] : declarations_.signatures) names.push_back(name);
    return names;
  }

  /// Returns null for a function without a correct declaration.
  Signature const* find_function(syntax::Name const& name) {
    if (declarations_.wrong_functions.contains(name.text)) return nullptr;
    auto const found = declarations_.signatures.find(name.text);
    if (found != declarations_.signatures.end()) return &found->second;
    diagnostics_.error(name.where, fmt::format("There is no function `{}`.{}", name.text,
                                               base::did_you_mean(name.text, function_names())));
    return nullptr;
  }

  void add_schedule(syntax::Schedule const& schedule) {
    Signature const* const signature = find_function(schedule.function);
    if (!signature) return;
    if (signature->is_on_grid())
      return diagnostics_.error(
          schedule.function.where,
          fmt::format("`{}` has axes of the grid. A sweep follows from the calls of its functions, "
                      "which have no schedules; remove the statement.",
                      signature->name));
    Lowered scratch;
    ExpressionTyper typer(declarations_, *signature, diagnostics_, scratch);
    Typed const time = typer.typed(schedule.time);
    if (time.kind == Kind::unknown) return;
    auto const linear = time.value ? ir::as_linear(time.value) : std::nullopt;
    bool is_valid = linear.has_value() && !signature->is_result();
    if (is_valid)
      for (auto const& [name, factor] : linear->factors) is_valid = is_valid && signature->find_dimension(name);
    if (!is_valid)
      diagnostics_.error(schedule.time->where,
                         fmt::format("The schedule of `{}` must be a sum of integer multiples of its recursive "
                                     "parameters, as in `schedule {}: 2 * i + j`.",
                                     signature->name, signature->name));
    else if (!declarations_.schedules.emplace(signature->name, *linear).second)
      diagnostics_.error(schedule.function.where, fmt::format("`{}` has two schedules.", signature->name));
  }

  void check(syntax::Print const& print, bool can_bind) {
    Signature const* const signature = find_function(print.function);
    if (!signature) return;
    if (signature->is_on_grid())
      return diagnostics_.error(
          print.where, fmt::format("`{}` has axes of the grid; a statement `sweep` evaluates it.", signature->name));
    if (!can_bind) return;
    System system = system_of(signature->name, functions_);
    std::optional<Print> bound = bind_arguments(print, std::move(system), *signature, declarations_, diagnostics_);
    if (bound) declarations_.program.statements.emplace_back(std::move(*bound));
  }

  void check(syntax::Sweep const& sweep, bool can_bind) {
    std::set<std::string> stored;
    bool is_valid = true;
    std::set<std::string> axes;
    for (syntax::Name const& direction : sweep.directions)
      if (!axes.insert(direction.text.substr(1)).second) {
        diagnostics_.error(direction.where,
                           fmt::format("The sweep has two directions along {}.", direction.text.substr(1)));
        is_valid = false;
      }
    for (auto const& [store, function] : sweep.stores) is_valid = check_store(store, function, stored) && is_valid;
    if (is_valid && can_bind) add_sweeps(sweep);
  }

  bool check_store(syntax::Name const& store, syntax::Name const& function, std::set<std::string>& stored) {
    Signature const* const signature = find_function(function);
    if (!declarations_.find_grid(store.text)) {
      std::vector<std::string> known;
      for (GridFunction const& grid : declarations_.program.grid) known.push_back(grid.name);
      diagnostics_.error(store.where,
                         fmt::format("There is no grid function `{}`; declare it as in `grid real {} = "
                                     "\"Thorn::{}\"`.{}",
                                     store.text, store.text, store.text, base::did_you_mean(store.text, known)));
      return false;
    }
    if (!stored.insert(store.text).second) {
      diagnostics_.error(store.where, fmt::format("The sweep assigns `{}` twice.", store.text));
      return false;
    }
    if (!signature) return false;
    constexpr std::size_t n_axes = 3;
    bool const is_real = signature->type == ValueType::real;
    if (signature->is_on_grid() && signature->dimensions.size() == n_axes && is_real) return true;
    diagnostics_.error(function.where, fmt::format("A sweep needs a function of type real with three parameters "
                                                   "axis[x], axis[y] and axis[z]; `{}` is another function.",
                                                   function.text));
    return false;
  }

  void add_sweeps(syntax::Sweep const& syntax) {
    std::vector<std::set<std::string>> reversed;
    std::set<std::string> negative;
    for (syntax::Name const& direction : syntax.directions)
      if (direction.text[0] == '-') negative.insert(direction.text.substr(1));
    if (!syntax.is_along_all) reversed.push_back(negative);
    constexpr unsigned n_directions = 8;
    for (unsigned n = 0; syntax.is_along_all && n < n_directions; ++n) {
      std::set<std::string> axes;
      if ((n & 1U) != 0) axes.insert("x");
      if ((n & 2U) != 0) axes.insert("y");
      if ((n & 4U) != 0) axes.insert("z");
      reversed.push_back(axes);
    }
    std::vector<std::string> names;
    Sweep sweep{.where = syntax.where};
    for (auto const& [store, function] : syntax.stores) {
      names.push_back(function.text);
      sweep.stores.emplace_back(store.text, function.text);
    }
    System const system = grid_system_of(names, functions_);
    for (std::set<std::string> const& axes : reversed) {
      sweep.system = with_reversed_axes(system, axes);
      declarations_.program.statements.emplace_back(sweep);
    }
  }

  void add_warnings() {
    std::set<std::string> used;
    for (auto const& [name, lowered] : functions_) {
      for (auto const& [scalar, type] : lowered.scalars) used.insert(scalar);
      for (auto const& [array, item] : lowered.arrays) used.insert(item.parameter);
    }
    for (auto const& statement : declarations_.program.statements)
      if (Print const* const print = std::get_if<Print>(&statement))
        used.insert(print->arguments.begin(), print->arguments.end());
      else
        for (auto const& [store, function] : std::get<Sweep>(statement).stores) used.insert(store);
    auto const warn = [&](std::string const& name, base::SourcePosition const& where) {
      if (!used.contains(name)) diagnostics_.warning(where, fmt::format("`{}` is not used.", name));
    };
    Program& program = declarations_.program;
    for (Scalar const& scalar : program.scalars) warn(scalar.name, scalar.where);
    for (Load const& load : program.loads) warn(load.name, load.where);
    for (GridFunction const& grid : program.grid) warn(grid.name, grid.where);
    program.warnings = diagnostics_.all();
  }

  base::Diagnostics diagnostics_;
  syntax::Tree tree_;
  Declarations declarations_;
  LoweredFunctions functions_{};
};

} // namespace

Program read_program(base::SourceText const& source) { return ProgramReader(source).program(); }

System read_system(base::SourceText const& source, std::string const& function) {
  return ProgramReader(source).system(function);
}

} // namespace chemora::recursion

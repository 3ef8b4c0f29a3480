/// The functions and methods of scripts that are not transformations.
#include "codegen/script/object.hpp"
#include "codegen/transform/match.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace chemora::script {

namespace {

using base::SourcePosition;
using base::UserError;
using transform::Value;

/// The arguments of a call, checked against the form of the function.
class Arguments {
public:
  Arguments(FunctionCall const& call, std::string form) : call_(call), form_(std::move(form)) {}

  SourcePosition const& where() const { return call_.where; }
  [[noreturn]] void fail(std::string const& message) const {
    throw UserError(call_.where, fmt::format("{} The form is `{}`.", message, form_));
  }
  /// Throws unless the number of positional arguments is in this range and all names are among these.
  void check(std::size_t min, std::size_t max, std::vector<std::string> const& names = {}) const;
  Object const* named(std::string const& name) const;
  std::vector<Object> positional() const;
  Object const& at(std::size_t index) const { return call_.arguments[index].value; }
  std::string string(std::size_t index) const;
  long integer(std::size_t index) const;
  loops::LoopKernel const& kernel(std::size_t index) const;
  std::vector<Object> const& list(std::size_t index) const;

private:
  [[noreturn]] void fail_kind(std::size_t index, std::string const& expected) const {
    fail(fmt::format("Argument {} must be {}; found {}.", index + 1, expected, kind_name(at(index))));
  }

  FunctionCall const& call_;
  std::string form_;
};

void Arguments::check(std::size_t min, std::size_t max, std::vector<std::string> const& names) const {
  std::size_t n = 0;
  for (Argument const& argument : call_.arguments) {
    n += argument.name.empty();
    if (!argument.name.empty() && !base::contains(names, argument.name))
      fail(fmt::format("`{}` has no argument `{}`.{}", call_.name, argument.name,
                       base::did_you_mean(argument.name, names)));
  }
  if (n < min || n > max)
    fail(fmt::format("`{}` needs {} arguments; found {}.", call_.name,
                     min == max ? fmt::format("{}", min) : fmt::format("{} to {}", min, max), n));
}

Object const* Arguments::named(std::string const& name) const {
  for (Argument const& argument : call_.arguments)
    if (argument.name == name) return &argument.value;
  return nullptr;
}

std::vector<Object> Arguments::positional() const {
  std::vector<Object> values;
  for (Argument const& argument : call_.arguments)
    if (argument.name.empty()) values.push_back(argument.value);
  return values;
}

std::string Arguments::string(std::size_t index) const {
  if (!is_string(at(index))) fail_kind(index, "a string");
  return at(index).scalar.string;
}

long Arguments::integer(std::size_t index) const {
  if (!is_integer(at(index))) fail_kind(index, "an integer");
  return at(index).scalar.integer;
}

loops::LoopKernel const& Arguments::kernel(std::size_t index) const {
  if (at(index).kind != Object::Kind::kernel) fail_kind(index, "a kernel");
  return *at(index).kernel;
}

std::vector<Object> const& Arguments::list(std::size_t index) const {
  if (at(index).kind != Object::Kind::list) fail_kind(index, "a list");
  return at(index).sequence->items;
}

Object kernels_as_object(std::vector<loops::LoopKernel> kernels, SourcePosition const& where) {
  std::vector<Object> objects;
  for (loops::LoopKernel& kernel : kernels) objects.push_back(make_object(std::move(kernel)));
  return objects.size() == 1 ? objects[0] : make_list(std::move(objects), where);
}

Object parse_fortran(FunctionCall const& call, Environment const& environment) {
  Arguments const arguments(call, "parse_fortran(SOURCE, FILENAME)");
  arguments.check(1, 2, {"auto_dependencies"});
  if (arguments.at(0).kind != Object::Kind::source)
    arguments.fail(fmt::format("Argument 1 must be `SOURCE`; found {}.", kind_name(arguments.at(0))));
  if (!environment.parse_fortran) arguments.fail("This script has no Fortran source.");
  return kernels_as_object(environment.parse_fortran(arguments.at(0).definitions), call.where);
}

Object c_preprocess(FunctionCall const& call, Environment const&) {
  Arguments const arguments(call, "c_preprocess(SOURCE, [\"NAME VALUE\", ...])");
  arguments.check(1, 2, {"defines"});
  Object result = arguments.at(0);
  if (result.kind != Object::Kind::source)
    arguments.fail(fmt::format("Argument 1 must be `SOURCE`; found {}.", kind_name(result)));
  Object const* const defines = arguments.named("defines");
  if (!defines && arguments.positional().size() < 2) return result;
  Object const& list = defines ? *defines : arguments.at(1);
  if (list.kind != Object::Kind::list)
    arguments.fail(fmt::format("The definitions must be a list; found {}.", kind_name(list)));
  for (Object const& item : list.sequence->items) {
    std::string const text = is_string(item) ? item.scalar.string : "";
    std::size_t const n_name = std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                                               "0123456789"),
                                        text.size());
    if (n_name == 0 || (text[0] >= '0' && text[0] <= '9') || (n_name < text.size() && text[n_name] != ' '))
      arguments.fail("A definition must be a string with a name and a value, such as \"Nq 8\".");
    result.definitions.push_back(text);
  }
  return result;
}

/// Returns the data flow `[("ARRAY", FROM, TO), ...]` between the kernels of a list.
std::vector<transform::DataFlow> data_flow_of(Arguments const& arguments, std::size_t n_kernels) {
  Object const* const flow = arguments.named("data_flow");
  if (!flow) return {};
  auto const is_position = [&](Object const& object) {
    return is_integer(object) && object.scalar.integer >= 0 && object.scalar.integer < static_cast<long>(n_kernels);
  };
  std::vector<transform::DataFlow> result;
  bool is_list = flow->kind == Object::Kind::list;
  for (Object const& item : is_list ? flow->sequence->items : std::vector<Object>{}) {
    std::vector<Object> const parts = item.kind == Object::Kind::list ? item.sequence->items : std::vector<Object>{};
    is_list = is_list && parts.size() == 3 && is_string(parts[0]) && is_position(parts[1]) && is_position(parts[2]);
    if (!is_list) break;
    result.push_back({.array = parts[0].scalar.string,
                      .from = static_cast<std::size_t>(parts[1].scalar.integer),
                      .to = static_cast<std::size_t>(parts[2].scalar.integer)});
  }
  if (!is_list)
    arguments.fail(
        fmt::format("`data_flow` must be a list of tuples (\"ARRAY\", FROM, TO) with numbers of kernels from 0 "
                    "to {}.",
                    n_kernels - 1));
  return result;
}

Object fuse_kernels(FunctionCall const& call, Environment const& environment) {
  Arguments const arguments(call, "fuse_kernels([f, g], suffixes=[\"_f\", \"_g\"])");
  arguments.check(1, 2, {"suffixes", "data_flow"});
  std::vector<loops::LoopKernel> kernels;
  for (Object const& item : arguments.list(0)) {
    if (item.kind != Object::Kind::kernel)
      arguments.fail(fmt::format("Expected a list of kernels; found {}.", kind_name(item)));
    kernels.push_back(*item.kernel);
  }
  if (kernels.size() < 2) arguments.fail("At least two kernels are needed.");
  Object const* suffixes = arguments.named("suffixes");
  if (!suffixes && arguments.positional().size() == 2) suffixes = &arguments.at(1);
  std::vector<std::string> names;
  for (std::size_t n = 0; n < kernels.size(); ++n) names.push_back(fmt::format("_{}", n));
  if (suffixes) {
    bool const is_list = suffixes->kind == Object::Kind::list && suffixes->sequence->items.size() == kernels.size() &&
                         std::all_of(suffixes->sequence->items.begin(), suffixes->sequence->items.end(), is_string);
    if (!is_list) arguments.fail(fmt::format("`suffixes` must be a list of {} strings.", kernels.size()));
    for (std::size_t n = 0; n < names.size(); ++n) names[n] = suffixes->sequence->items[n].scalar.string;
  }
  loops::LoopKernel result =
      transform::fuse_kernels(kernels, names, call.where, data_flow_of(arguments, kernels.size()));
  if (environment.after_transformation) {
    std::vector<Value> values;
    for (std::string const& name : names) values.push_back(transform::make_value(name));
    environment.after_transformation(
        result, {.name = "fuse_kernels", .named = {{"suffixes", transform::make_value(values)}}, .where = call.where});
  }
  return make_object(std::move(result));
}

Object find_instructions(FunctionCall const& call, Environment const&) {
  Arguments const arguments(call, "find_instructions(f, \"tag:NAME\")");
  arguments.check(2, 2);
  Object const& query = arguments.at(1);
  bool const is_match = query.kind == Object::Kind::scalar && query.scalar.kind == Value::Kind::match;
  transform::Match const match(is_match ? query.scalar.string : arguments.string(1), call.where);
  std::vector<Object> instructions;
  for (std::string const& id : transform::find_instructions(arguments.kernel(0), match))
    instructions.push_back({.kind = Object::Kind::instruction, .kernel = arguments.at(0).kernel, .instruction = id});
  return make_list(std::move(instructions), call.where);
}

Object find_one_rule_matching(FunctionCall const& call, Environment const&) {
  Arguments const arguments(call, "find_one_rule_matching(f, \"NAME*\")");
  arguments.check(2, 2);
  loops::LoopKernel const& kernel = arguments.kernel(0);
  std::string const pattern = arguments.string(1);
  std::vector<std::string> const rules = transform::find_rules(kernel, pattern);
  if (rules.size() == 1) return make_object(transform::make_value(rules[0]));
  if (!rules.empty()) arguments.fail(fmt::format("Several rules match `{}`: {}.", pattern, base::list_in_words(rules)));
  std::vector<std::string> known;
  for (loops::Rule const& rule : kernel.rules) known.push_back(rule.name);
  arguments.fail(fmt::format("No rule matches `{}`.{}", pattern, base::did_you_mean(pattern, known)));
}

Object size(FunctionCall const& call, Environment const& environment) {
  Arguments const arguments(call, "size(\"NAME\", [4, 8, 16])");
  arguments.check(2, 2);
  std::string const name = arguments.string(0);
  std::vector<Object> const& choices = arguments.list(1);
  if (choices.empty() || !std::all_of(choices.begin(), choices.end(), is_integer))
    arguments.fail("The choices must be a list of at least one integer.");
  Object chosen = choices[0];
  if (auto const found = environment.variables.find(name); found != environment.variables.end()) {
    chosen = from_value(found->second, call.where);
    auto const is_chosen = [&](Object const& choice) { return equal(choice, chosen, call.where); };
    if (std::none_of(choices.begin(), choices.end(), is_chosen))
      arguments.fail(
          fmt::format("The value {} of `{}` is not among the choices.", transform::to_text(found->second), name));
  }
  if (environment.report_size)
    environment.report_size(name, to_value(arguments.at(1), call.where).items, to_value(chosen, call.where));
  return chosen;
}

Object length(FunctionCall const& call, Environment const&) {
  Arguments const arguments(call, "len(LIST)");
  arguments.check(1, 1);
  Object const& object = arguments.at(0);
  if (!object.sequence && !is_string(object))
    arguments.fail(fmt::format("Expected a list or a string; found {}.", kind_name(object)));
  std::size_t const n = object.sequence ? object.sequence->items.size() : object.scalar.string.size();
  return make_object(transform::make_value(static_cast<long>(n)));
}

Object text(FunctionCall const& call, Environment const&) {
  Arguments const arguments(call, "str(VALUE)");
  arguments.check(1, 1);
  return make_object(transform::make_value(text_of(arguments.at(0), call.where)));
}

Object range(FunctionCall const& call, Environment const&) {
  Arguments const arguments(call, "range(FIRST, END, STEP)");
  arguments.check(1, 3);
  std::size_t const n = arguments.positional().size();
  long const first = n == 1 ? 0 : arguments.integer(0), end = arguments.integer(n == 1 ? 0 : 1);
  long const step = n == 3 ? arguments.integer(2) : 1;
  if (step == 0) arguments.fail("The step must not be 0.");
  std::vector<Object> items;
  for (long value = first; step > 0 ? value < end : value > end;) {
    if (items.size() >= max_length) arguments.fail(fmt::format("A list may have at most {} elements.", max_length));
    items.push_back(make_object(transform::make_value(value)));
    if (__builtin_add_overflow(value, step, &value)) break;
  }
  return make_list(std::move(items), call.where);
}

/// `list`, `tuple` and `set` of a list, or without arguments the empty one.
Object list(FunctionCall const& call, Environment const&) {
  Arguments const arguments(call, call.name + "(LIST)");
  arguments.check(0, 1);
  Object result = make_list(arguments.positional().empty() ? std::vector<Object>{} : arguments.list(0), call.where);
  if (call.name != "set") return result;
  result.sequence->is_set = true;
  std::vector<Object> unique;
  for (Object const& item : result.sequence->items)
    if (std::none_of(unique.begin(), unique.end(), [&](Object const& other) { return equal(item, other, call.where); }))
      unique.push_back(item);
  result.sequence->items = std::move(unique);
  return result;
}

Object dictionary(FunctionCall const& call, Environment const&) {
  std::vector<Object> keys, items;
  for (Argument const& argument : call.arguments) {
    if (argument.name.empty())
      throw UserError(argument.where,
                      "`dict` has only arguments with names. The form is `dict(i=\"l.0\", j=\"l.1\")`.");
    keys.push_back(make_object(transform::make_value(argument.name)));
    items.push_back(argument.value);
  }
  Object result = make_list(std::move(items), call.where);
  result.kind = Object::Kind::dictionary;
  result.sequence->keys = std::move(keys);
  return result;
}

Object zip(FunctionCall const& call, Environment const&) {
  Arguments const arguments(call, "zip(LIST, LIST)");
  arguments.check(2, 2);
  std::vector<Object> const &left = arguments.list(0), &right = arguments.list(1);
  std::vector<Object> items;
  for (std::size_t n = 0; n < std::min(left.size(), right.size()); ++n)
    items.push_back(make_list({left[n], right[n]}, call.where));
  return make_list(std::move(items), call.where);
}

/// Reads, Writes, Id, Tagged, Iname, InKernel: `reads:GLOB` and so on.
Object match_term(FunctionCall const& call, Environment const&) {
  static std::array<std::pair<std::string_view, std::string_view>, 6> constexpr terms{{{"Id", "id"},
                                                                                       {"InKernel", "in_kernel"},
                                                                                       {"Iname", "iname"},
                                                                                       {"Reads", "reads"},
                                                                                       {"Tagged", "tag"},
                                                                                       {"Writes", "writes"}}};
  Arguments const arguments(call, call.name + "(\"GLOB\")");
  arguments.check(1, 1);
  std::string_view prefix;
  for (auto const& [name, term] : terms)
    if (name == call.name) prefix = term;
  std::string const glob = arguments.string(0);
  bool const is_glob = !glob.empty() && std::all_of(glob.begin(), glob.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '*' || c == '?' || c == '.';
  });
  if (!is_glob) arguments.fail(fmt::format("`{}` is no name with the wildcards `*` and `?`.", glob));
  return make_object(transform::make_match(fmt::format("{}:{}", prefix, glob)));
}

Object match_operator(FunctionCall const& call, Environment const&) {
  Arguments const arguments(call, call.name == "Not" ? "Not(MATCH)" : call.name + "(MATCH, MATCH)");
  arguments.check(1, call.name == "Not" ? 1 : 20);
  std::vector<Object> const matches = arguments.positional();
  std::vector<std::string> texts;
  for (Object const& match : matches) {
    if (match.kind != Object::Kind::scalar || match.scalar.kind != Value::Kind::match)
      arguments.fail(fmt::format("Expected match expressions such as `Reads(\"q\")`; found {}.", kind_name(match)));
    texts.push_back("(" + match.scalar.string + ")");
    if (texts.back().size() > max_length) arguments.fail("The match expression is too long.");
  }
  if (call.name == "Not") return make_object(transform::make_match("not " + texts[0]));
  return make_object(transform::make_match(base::join(texts, call.name == "And" ? " and " : " or ")));
}

/// Passes a kernel to the table of steps.
Object report(FunctionCall const& call, Environment const& environment) {
  Arguments const arguments(call, "report(f, \"TITLE\")");
  arguments.check(2, 2);
  Object const& kernel = arguments.at(0);
  if (kernel.kind != Object::Kind::kernel)
    arguments.fail(fmt::format("Expected a kernel; found {}.", kind_name(kernel)));
  std::string const title = arguments.string(1);
  if (environment.report) environment.report(*kernel.kernel, title);
  return {};
}

struct Function {
  std::string_view name;
  Object (*call)(FunctionCall const& call, Environment const& environment);
};

constexpr Function functions[] = {
    {"And", match_operator},
    {"Id", match_term},
    {"InKernel", match_term},
    {"Iname", match_term},
    {"Not", match_operator},
    {"Or", match_operator},
    {"Reads", match_term},
    {"Tagged", match_term},
    {"Writes", match_term},
    {"c_preprocess", c_preprocess},
    {"dict", dictionary},
    {"find_instructions", find_instructions},
    {"find_one_rule_matching", find_one_rule_matching},
    {"fuse_kernels", fuse_kernels},
    {"len", length},
    {"list", list},
    {"parse_fortran", parse_fortran},
    {"range", range},
    {"report", report},
    {"set", list},
    {"size", size},
    {"str", text},
    {"tuple", list},
    {"zip", zip},
};

} // namespace

std::optional<Object> call_function(FunctionCall const& call, Environment const& environment) {
  for (Function const& function : functions)
    if (function.name == call.name) return function.call(call, environment);
  return std::nullopt;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (Function const& function : functions) names.emplace_back(function.name);
  return names;
}

} // namespace chemora::script

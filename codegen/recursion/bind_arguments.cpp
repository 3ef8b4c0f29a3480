#include "codegen/recursion/bind_arguments.hpp"

#include "framework/base/text.hpp"
#include "framework/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::recursion {

namespace {

constexpr std::string_view initial_prefix = "initial_"; ///< of the size that is the first value of an integer

bool has_call(ir::ExpressionPtr const& value, System const& system) {
  bool found = false;
  ir::for_each(value, [&](ir::ExpressionPtr const& part) {
    found = found || (part->kind == ir::ExpressionKind::element && system.find_function(part->name));
  });
  return found;
}

/// Whether a value follows from several elements of tables other than by choices, minima and maxima.
bool combines_elements(ir::ExpressionPtr const& value, System const& system) {
  if (!has_call(value, system)) return false;
  bool const is_select = value->kind == ir::ExpressionKind::operation && value->op == ir::Op::select;
  bool const is_extremum = value->op == ir::Op::minimum || value->op == ir::Op::maximum;
  if (value->kind == ir::ExpressionKind::reduction && !is_extremum) return true;
  auto const first = value->operands.begin() + (is_select ? 1 : 0); // the condition is no part of the path
  auto const n_with_calls =
      std::count_if(first, value->operands.end(), [&](auto const& operand) { return has_call(operand, system); });
  if (value->kind == ir::ExpressionKind::operation && !is_select && !is_extremum && n_with_calls > 1) return true;
  return std::any_of(first, value->operands.end(),
                     [&](auto const& operand) { return combines_elements(operand, system); });
}

class Binder {
public:
  Binder(syntax::Print const& print, System system, Signature const& signature, Declarations const& declarations,
         base::Diagnostics& diagnostics)
      : print_(print), system_(std::move(system)), signature_(signature), declarations_(declarations),
        diagnostics_(diagnostics) {}

  std::optional<Print> bind() {
    std::size_t const n_errors = diagnostics_.n_errors();
    std::vector<std::string> const& calling = system_.result->calling;
    if (print_.arguments.size() != calling.size()) {
      auto const name = [](std::string const& parameter) {
        return parameter.starts_with(initial_prefix) ? parameter.substr(initial_prefix.size()) : parameter;
      };
      error(print_.where, fmt::format("`{}({})` needs {}; found {}. Indices and states start at their last "
                                      "values and are not given.",
                                      signature_.name, base::join(calling, ", ", name),
                                      base::counted(calling.size(), "argument"), print_.arguments.size()));
      return std::nullopt;
    }
    find_alphabet();
    Print result{.is_map = print_.is_map, .has_alignments = print_.has_alignments, .where = print_.where};
    for (std::size_t n = 0; n < calling.size(); ++n) {
      CallingParameter const* const parameter = signature_.find_calling(calling[n]);
      result.arguments.push_back(bound(print_.arguments[n], calling[n], parameter));
      bool const is_sequence = parameter && parameter->kind == Kind::sequence;
      result.alphabets.push_back(is_sequence ? alphabet_of(*parameter) : std::string());
    }
    if (!print_.is_map) check_no_lists();
    if (print_.has_alignments) check_alignable();
    if (diagnostics_.n_errors() > n_errors) return std::nullopt;
    set_alphabets();
    result.system = std::move(system_);
    result.letters = std::move(letters_);
    return result;
  }

private:
  void error(base::SourcePosition const& where, std::string const& message) { diagnostics_.error(where, message); }

  /// The kind and the alphabet of a name of the file.
  std::optional<std::pair<Kind, std::string>> type_of(std::string const& name) const {
    if (Matrix const* const matrix = declarations_.find_matrix(name)) return {{Kind::matrix, matrix->alphabet}};
    if (Model const* const model = declarations_.find_model(name)) return {{Kind::model, model->alphabet}};
    Load const* const load = declarations_.find_load(name);
    if (!load) return std::nullopt;
    static std::map<Load::Kind, Kind> const kinds{{Load::Kind::sequences, Kind::sequence},
                                                  {Load::Kind::matrix, Kind::matrix},
                                                  {Load::Kind::model, Kind::model},
                                                  {Load::Kind::profile, Kind::profile}};
    return {{kinds.at(load->kind), load->alphabet}};
  }

  /// Determines the alphabet of parameters that are declared with `*`.
  void find_alphabet() {
    for (CallingParameter const& parameter : signature_.calling)
      if (alphabet_.empty() && parameter.alphabet != "*") alphabet_ = parameter.alphabet;
    for (std::size_t n = 0; n < print_.arguments.size(); ++n) {
      auto const type = type_of(print_.arguments[n].value.text);
      if (alphabet_.empty() && type && print_.arguments[n].kind == syntax::Argument::Kind::name)
        alphabet_ = type->second;
    }
    if (alphabet_.empty() && declarations_.program.alphabets.size() == 1)
      alphabet_ = declarations_.program.alphabets[0].name;
  }

  std::string const& alphabet_of(CallingParameter const& parameter) const {
    return parameter.alphabet == "*" ? alphabet_ : parameter.alphabet;
  }

  std::string bound(syntax::Argument const& argument, std::string const& size, CallingParameter const* parameter) {
    Kind const expected = parameter ? parameter->kind : Kind::integer;
    std::string const name = parameter ? parameter->name : size.substr(initial_prefix.size());
    std::string const& text = argument.value.text;
    if (argument.kind == syntax::Argument::Kind::text) {
      if (expected != Kind::sequence)
        error(argument.value.where, fmt::format("The parameter `{}` of `{}` is of type {}; found a text.", name,
                                                signature_.name, to_text(expected)));
      else
        check_letters(argument.value, alphabet_of(*parameter));
      return "\"" + text + "\"";
    }
    if (argument.kind == syntax::Argument::Kind::letter) {
      if (expected != Kind::character)
        error(argument.value.where, fmt::format("The parameter `{}` of `{}` is of type {}; found a letter.", name,
                                                signature_.name, to_text(expected)));
      else
        add_letter(argument.value, *parameter);
      return "'" + text + "'";
    }
    if (argument.kind == syntax::Argument::Kind::integer) {
      if (expected != Kind::integer)
        error(argument.value.where, fmt::format("The parameter `{}` of `{}` is of type {}; found an integer.", name,
                                                signature_.name, to_text(expected)));
      return text;
    }
    check_name(argument.value, expected, name, parameter);
    return text;
  }

  void check_name(syntax::Name const& argument, Kind expected, std::string const& parameter_name,
                  CallingParameter const* parameter) {
    auto const type = type_of(argument.text);
    if (!type) {
      std::vector<std::string> known;
      for (Load const& load : declarations_.program.loads) known.push_back(load.name);
      for (Matrix const& matrix : declarations_.program.matrices) known.push_back(matrix.name);
      for (Model const& model : declarations_.program.models) known.push_back(model.name);
      return error(argument.where, fmt::format("`{}` is not a loaded name, a matrix or a model; declare it as in `load "
                                               "{}: seq[dna]`.{}",
                                               argument.text, argument.text, base::did_you_mean(argument.text, known)));
    }
    if (type->first != expected)
      return error(argument.where,
                   fmt::format("The parameter `{}` of `{}` is of type {}; `{}` is of type {}.", parameter_name,
                               signature_.name, to_text(expected), argument.text, to_text(type->first)));
    std::string const& alphabet = parameter ? alphabet_of(*parameter) : alphabet_;
    if (type->second != alphabet)
      error(argument.where, fmt::format("The parameter `{}` of `{}` has the alphabet `{}`; `{}` has the alphabet `{}`.",
                                        parameter_name, signature_.name, alphabet, argument.text, type->second));
  }

  void check_letters(syntax::Name const& text, std::string const& name) {
    Alphabet const* const alphabet = declarations_.find_alphabet(name);
    if (!alphabet)
      return error(text.where, fmt::format("The alphabet of \"{}\" is not known; declare the parameter with an "
                                           "alphabet instead of `*`.",
                                           text.text));
    if (text.text.empty()) error(text.where, "A sequence needs at least one letter; the text has none.");
    for (std::size_t n = 0; n < text.text.size(); ++n)
      if (!alphabet->code(text.text[n])) {
        base::SourcePosition where = text.where;
        where.column += static_cast<int>(n) + 1;
        return error(where, fmt::format("`{}` is not a letter of the alphabet `{}`, which is \"{}\".", text.text[n],
                                        name, alphabet->letters));
      }
  }

  void add_letter(syntax::Name const& letter, CallingParameter const& parameter) {
    std::string const& name = alphabet_of(parameter);
    Alphabet const* const alphabet = declarations_.find_alphabet(name);
    std::optional<int> const code = alphabet ? alphabet->code(letter.text[0]) : std::nullopt;
    if (code) letters_[std::string(letter_prefix) + parameter.name] = *code;
    if (alphabet && !code)
      error(letter.where, fmt::format("'{}' is not a letter of the alphabet `{}`, which is \"{}\".", letter.text, name,
                                      alphabet->letters));
    if (!alphabet)
      error(letter.where,
            fmt::format("The alphabet of '{}' is not known; declare the parameter `{}` with an alphabet, as "
                        "in `char[dna]`.",
                        letter.text, parameter.name));
  }

  /// Sequences of a file are lists, of which only a map takes the elements.
  void check_no_lists() {
    for (syntax::Argument const& argument : print_.arguments) {
      Load const* const load = declarations_.find_load(argument.value.text);
      bool const is_name = argument.kind == syntax::Argument::Kind::name;
      if (is_name && load && load->kind == Load::Kind::sequences)
        error(argument.value.where, fmt::format("`{}` is a list of sequences; write `print map {} over (...)`.",
                                                argument.value.text, signature_.name));
    }
  }

  /// An alignment needs a path through one table, and sequences, profiles or models on which it is shown.
  void check_alignable() {
    auto const count = [&](auto... kinds) {
      return std::count_if(signature_.calling.begin(), signature_.calling.end(),
                           [&](CallingParameter const& parameter) { return ((parameter.kind == kinds) || ...); });
    };
    auto const n_sequences = count(Kind::sequence), n_models = count(Kind::profile, Kind::model);
    bool const has_one_table = system_.result->tables.size() == 1;
    if ((n_sequences == 2 || (n_sequences == 1 && n_models == 1)) && has_one_table) return check_path();
    error(print_.where, fmt::format("Alignments need a function of two sequences, or of a sequence and a profile or "
                                    "model, whose result is one element or one reduction of a table; `{}` is another "
                                    "function.",
                                    signature_.name));
  }

  void check_path() {
    if (system_.result->tables[0].over == ir::Op::add)
      return error(print_.where, fmt::format("`{}` adds elements of a table; alignments need a `min` or `max` of them. "
                                             "Use `print map` instead.",
                                             signature_.name));
    for (Function const& function : system_.functions)
      for (Case const& part : function.cases)
        if (combines_elements(part.value, system_))
          return error(print_.where,
                       fmt::format("The result of `{}` has no path, because `{}` adds or multiplies several elements; "
                                   "alignments need `min`, `max` and choices. Use `print map` instead.",
                                   signature_.name, function.name));
  }

  void set_alphabets() {
    Alphabet const* const alphabet = declarations_.find_alphabet(alphabet_);
    if (!alphabet) return;
    long const n_letters = static_cast<long>(alphabet->letters.size());
    for (InputArray& array : system_.arrays) {
      bool const has_letters = array.kind == InputArray::Kind::letters || array.kind == InputArray::Kind::matrix ||
                               array.name == array.parameter + "_emission" ||
                               array.name == array.parameter + "_match" || array.name == array.parameter + "_insert";
      if (!has_letters || array.alphabet) continue;
      array.alphabet = alphabet_;
      for (ir::LinearExpression& extent : array.extents)
        if (extent == ir::LinearExpression{}) extent = ir::linear(n_letters);
    }
  }

  syntax::Print const& print_;
  System system_;
  Signature const& signature_;
  Declarations const& declarations_;
  base::Diagnostics& diagnostics_;
  std::string alphabet_{};
  std::map<std::string, double> letters_{};
};

} // namespace

std::optional<Print> bind_arguments(syntax::Print const& print, System system, Signature const& signature,
                                    Declarations const& declarations, base::Diagnostics& diagnostics) {
  Binder binder(print, std::move(system), signature, declarations, diagnostics);
  return binder.bind();
}

} // namespace chemora::recursion

#include "codegen/transform/transform.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

namespace {

/// The table of transformations, sorted by name.
std::vector<TransformationInfo> make_transformations() {
  constexpr bool optional = false; // value of ParameterInfo::is_required
  return {
      {.name = "add_barrier",
       .parameters = {{"insn_before", "a match expression of the instructions before the barrier"},
                      {"insn_after", "a match expression of the instructions after the barrier"},
                      {"id_based_on", "the id of the barrier", optional},
                      {"synchronization_kind", "`global` or `local`", optional},
                      {"within_inames", "the names of loops", optional}},
       .apply = add_barrier},
      {.name = "add_prefetch",
       .parameters = {{"var_name", "an array and its subscripts: \"q[i, :]\""},
                      {"sweep_inames", "the names of loops", optional},
                      {"dim_arg_names", "the names of the new loops", optional},
                      {"default_tag", "a tag of the new loops, `l.auto` or None", optional},
                      {"temporary_name", "a name", optional},
                      {"temporary_scope", "`registers`, `tile` or `grid`", optional},
                      {"fetch_outer_inames", "the names of loops", optional}},
       .apply = add_prefetch},
      {.name = "alias_temporaries", .parameters = {{"names", "the names of temporaries"}}, .apply = alias_temporaries},
      {.name = "array_of_structures",
       .parameters = {{"ary_names", "the names of arrays"}, {"axis", "the name or number of an axis"}},
       .apply = array_of_structures},
      {.name = "assignment_to_subst",
       .parameters = {{"lhs_name", "the name of a temporary"}},
       .apply = assignment_to_subst},
      {.name = "assume",
       .parameters = {{"assumptions", "conditions on parameters such as \"n >= 1\""}},
       .apply = assume},
      {.name = "buffer_array",
       .parameters = {{"var_name", "the name of an array"},
                      {"buffer_inames", "the names of loops", optional},
                      {"init_expression", "\"0\" or \"base\"", optional},
                      {"store_expression", "\"base + buffer\" or \"buffer\"", optional},
                      {"default_tag", "a tag of the new loops", optional},
                      {"temporary_name", "a name", optional},
                      {"fetch_bounding_box", "True or False", optional}},
       .apply = buffer_array},
      {.name = "collect_common_factors_on_increment",
       .parameters = {{"var_name", "the name of a buffer"}},
       .apply = collect_common_factors_on_increment},
      {.name = "duplicate_inames",
       .parameters = {{"inames", "the names of loops"},
                      {"within", "a match expression", optional},
                      {"new_inames", "the names of the new loops", optional},
                      {"suffix", "the suffix of the new loops", optional},
                      {"tags", "the tags of the new loops by the old names", optional}},
       .apply = duplicate_inames},
      {.name = "extract_subst",
       .parameters = {{"subst_name", "the name of the new rule"},
                      {"template", "an expression"},
                      {"parameters", "names in the template", optional}},
       .apply = extract_subst},
      {.name = "fix_parameters", .accepts_any_name = true, .apply = fix_parameters},
      {.name = "fuse_multiply_add", .apply = fuse_multiply_add},
      {.name = "interchange",
       .parameters = {{"outer_iname", "the name of the outer loop"}, {"inner_iname", "the name of the inner loop"}},
       .apply = interchange},
      {.name = "join_inames",
       .parameters = {{"inames", "the names of loops, the fastest last"},
                      {"new_iname", "the name of the joined loop", optional},
                      {"tag", "the tag of the joined loop", optional}},
       .apply = join_inames},
      {.name = "precompute",
       .parameters = {{"subst_use", "the name of a rule"},
                      {"sweep_inames", "the names of loops", optional},
                      {"precompute_inames", "the names of the new loops", optional},
                      {"precompute_outer_inames", "the names of loops", optional},
                      {"temporary_name", "a name", optional},
                      {"temporary_scope", "`registers`, `tile` or `grid`", optional},
                      {"default_tag", "a tag of the new loops, `l.auto` or None", optional},
                      {"storage_axis_to_tag", "layouts as in tag_data_axes", optional}},
       .apply = precompute},
      {.name = "privatize_temporaries_with_inames",
       .parameters = {{"privatizing_inames", "the names of loops"},
                      {"only_var_names", "the names of temporaries", optional}},
       .apply = privatize_temporaries_with_inames},
      {.name = "reassociate", .parameters = {{"array", "the name of an array"}}, .apply = reassociate},
      {.name = "remove_instructions", .parameters = {{"insn_ids", "a match expression"}}, .apply = remove_instructions},
      {.name = "remove_unused_inames",
       .parameters = {{"inames", "the names of loops", optional}},
       .apply = remove_unused_inames},
      {.name = "rename_iname",
       .parameters = {{"old_iname", "the name of a loop"},
                      {"new_iname", "the new name"},
                      {"existing_ok", "True or False", optional},
                      {"within", "a match expression", optional}},
       .apply = rename_iname},
      {.name = "set_array_dim_names",
       .parameters = {{"ary_names", "the names of arrays"}, {"dim_names", "a name for each axis"}},
       .apply = set_array_dim_names},
      {.name = "set_loop_priority",
       .parameters = {{"loop_priority", "the names of loops, outermost first"}},
       .apply = set_loop_priority},
      {.name = "split_array_dim",
       .parameters = {{"array_and_axis", "(\"NAME\", AXIS, \"F\")"},
                      {"count", "the extent of the inner axis"},
                      {"auto_split_inames", "True or False", optional}},
       .apply = split_array_dim},
      {.name = "split_iname",
       .parameters = {{"split_iname", "the name of a loop"},
                      {"inner_length", "the number of iterations of the inner loop"},
                      {"outer_iname", "the name of the outer loop", optional},
                      {"inner_iname", "the name of the inner loop", optional},
                      {"outer_tag", "a tag", optional},
                      {"inner_tag", "a tag", optional},
                      {"within", "a match expression", optional}},
       .apply = split_iname},
      {.name = "structure_of_arrays",
       .parameters = {{"ary_names", "the names of arrays"}, {"axis", "the name or number of an axis"}},
       .apply = structure_of_arrays},
      {.name = "tag_data_axes",
       .parameters = {{"ary_names", "the names of arrays"},
                      {"dim_tags", "a string such as \"N0,N1,vec\" or a dictionary"}},
       .apply = tag_data_axes},
      {.name = "tag_inames",
       .parameters = {{"iname_to_tag", "tags such as \"e:g.0, i:l.0\""},
                      {"ignore_nonexistent", "True or False", optional}},
       .apply = tag_inames},
      {.name = "tile",
       .parameters = {{"inames", "the names of loops, outermost first"},
                      {"sizes", "an integer or one integer per loop"},
                      {"within", "a match expression", optional},
                      {"outer_tags", "the tags of the outer loops", optional},
                      {"inner_tags", "the tags of the inner loops", optional}},
       .apply = tile},
  };
}

TransformationInfo const& transformation(Call const& call) {
  auto const all = all_transformations();
  auto const found = std::find_if(all.begin(), all.end(), [&](auto const& info) { return info.name == call.name; });
  if (found != all.end()) return *found;
  std::vector<std::string> names;
  for (TransformationInfo const& info : all) names.push_back(info.name);
  throw base::UserError(
      call.where, fmt::format("There is no transformation `{}`.{}", call.name, base::did_you_mean(call.name, names)));
}

std::string usage(TransformationInfo const& info) {
  std::string text = info.name + "(f";
  for (ParameterInfo const& parameter : info.parameters)
    text += fmt::format(", {}{}", parameter.name, parameter.is_required ? "" : "=...");
  if (info.accepts_any_name) text += ", NAME=VALUE";
  return text + ")";
}

/// Assigns the values of a call to the names of the parameters.
class Binding {
public:
  Binding(TransformationInfo const& info, Call const& call) : info_(info), call_(call) {
    if (call.positional.size() > info.parameters.size())
      fail(fmt::format("`{}` has at most {} arguments after the kernel; found {}.", info.name, info.parameters.size(),
                       call.positional.size()));
    for (std::size_t n = 0; n < call.positional.size(); ++n) values_[info.parameters[n].name] = call.positional[n];
    for (auto const& [name, value] : call.named) add_named(name, value);
    for (ParameterInfo const& parameter : info.parameters)
      if (parameter.is_required && !values_.contains(parameter.name))
        fail(fmt::format("`{}` needs the argument `{}`, {}.", info.name, parameter.name, parameter.expected));
  }

  std::map<std::string, Value> const& values() const { return values_; }

private:
  void add_named(std::string const& name, Value const& value) {
    std::vector<std::string> known;
    for (ParameterInfo const& parameter : info_.parameters) known.push_back(parameter.name);
    if (!info_.accepts_any_name && !base::contains(known, name))
      fail(fmt::format("`{}` has no argument `{}`.{}", info_.name, name, base::did_you_mean(name, known)));
    if (!values_.emplace(name, value).second)
      fail(fmt::format("The argument `{}` of `{}` is specified twice.", name, info_.name));
  }

  [[noreturn]] void fail(std::string const& message) const {
    throw base::UserError(call_.where, fmt::format("{} The form is `{}`.", message, usage(info_)));
  }

  TransformationInfo const& info_;
  Call const& call_;
  std::map<std::string, Value> values_;
};

} // namespace

std::span<TransformationInfo const> all_transformations() {
  static std::vector<TransformationInfo> const transformations = make_transformations();
  return transformations;
}

loops::LoopKernel apply(loops::LoopKernel const& kernel, Call const& call) {
  TransformationInfo const& info = transformation(call);
  Arguments const arguments(call, Binding(info, call).values());
  loops::LoopKernel result = info.apply(kernel, arguments);
  loops::verify(result, info.name);
  result.plan.push_back(to_text(call));
  return result;
}

} // namespace chemora::transform

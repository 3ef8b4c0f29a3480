// Messages for requests with wrong names, values and forms. Those for broken dependences are in the other tests.
#include "codegen/transform/transform.hpp"
#include "testsuites/support/test_names.hpp"
#include "testsuites/unit/codegen/transform/loop_support.hpp"

#include <algorithm>

namespace chemora::transform::tests {
namespace {

struct WrongRequest {
  std::string call{};
  std::string message{};
};

std::ostream& operator<<(std::ostream& out, WrongRequest const& request) { return out << request.call; }

class WrongRequests : public testing::TestWithParam<WrongRequest> {};

TEST_P(WrongRequests, AreReported) { EXPECT_EQ(message_of(matvec, GetParam().call), GetParam().message); }

std::vector<WrongRequest> const wrong_requests = {
    {R"(split_iname(f, "i"))",
     "`split_iname` needs the argument `inner_length`, the number of iterations of the inner loop. The form is "
     "`split_iname(f, split_iname, inner_length, outer_iname=..., inner_iname=..., outer_tag=..., inner_tag=..., "
     "within=...)`."},
    {R"(interchange(f, "i", "k", "j"))",
     "`interchange` has at most 2 arguments after the kernel; found 3. The form is `interchange(f, outer_iname, "
     "inner_iname)`."},
    {R"(interchange(f, "i", outer="k"))",
     "`interchange` has no argument `outer`. The form is `interchange(f, outer_iname, inner_iname)`."},
    {R"(interchange(f, "i", "k", outer_iname="i"))",
     "The argument `outer_iname` of `interchange` is specified twice. The form is `interchange(f, outer_iname, "
     "inner_iname)`."},
    {R"(split_iname(f, "i", "four"))", "The argument `inner_length` must be an integer; found a string, `\"four\"`."},
    {R"(split_iname(f, 3, 4))", "The argument `split_iname` must be a string; found an integer, `3`."},
    {R"(split_iname(f, "ii", 4))", "There is no loop `ii`. Did you mean `i`?"},
    {R"(split_iname(f, "rows", 4))", "There is no loop `rows`. Known are i and k."},
    {R"(split_iname(f, "i", 0))", "The length 0 of the inner loop is outside of 1 to 1073741824."},
    {R"(split_iname(f, "i", 4, outer_iname="k"))", "The name `k` is already the name of a loop."},
    {R"(split_iname(f, "i", 4, outer_iname="a"))", "The name `a` is already the name of an array."},
    {R"(split_iname(f, "i", 4, outer_iname="product"))", "The name `product` is already the name of a rule."},
    {R"(split_iname(f, "i", 4, outer_iname="m"))", "The name `m` is already the name of a parameter."},
    {R"(split_iname(f, "i", 4, outer_iname="init"))", "The name `init` is already the name of an instruction."},
    {R"(split_iname(f, "i", 4, outer_iname="4x"))", "`4x` is not a name; a name has letters, digits and underscores."},
    {R"(split_iname(f, "i", 4, outer_iname="x1", inner_iname="x1"))",
     "The outer and the inner loop must have different names."},
    {R"(split_iname(f, "i", 4, outer_tag="g.5"))",
     "`g.5` is not a tag of a loop; expected `for`, `unr`, `vec`, `ilp`, `g.0` to `g.2` or `l.0` to `l.2`."},
    {R"(split_iname(f, "i", 4, within="id:nothing"))", "The match expression `id:nothing` selects no instruction."},
    {R"(split_iname(f, "k", 4, within="id:init"))", "No selected instruction is within the loop `k`."},
    {"tag_inames(f, \"i:g.0\")\nsplit_iname(f, \"i\", 4)",
     "The loop `i` has the tag `g.0`. Tag the new loops after the split instead."},
    {R"(tag_inames(f, "i"))", "`i` must have the form `LOOP:TAG`, for example `i:l.0`."},
    {R"(tag_inames(f, "i:g.0, i:l.0"))", "The loop `i` receives two tags."},
    {R"(tag_inames(f, 3))", "The argument `iname_to_tag` must be a list of names; found an integer, `3`."},
    {R"(tag_inames(f, {"i": 3}))", "Names of loops and tags must be strings; found `\"i\"` and `3`."},
    {R"(tag_inames(f, "z:g.0"))", "There is no loop `z`. Did you mean `i`?"},
    {R"(tag_inames(f, "i:g.0", ignore_nonexistent="yes"))",
     "The argument `ignore_nonexistent` must be True or False; found a string, `\"yes\"`."},
    {R"(set_loop_priority(f, ""))", "`set_loop_priority` needs the name of at least one loop."},
    {R"(set_loop_priority(f, "i, i"))", "The loop `i` occurs twice in the priority."},
    {R"(set_loop_priority(f, ["i", 3]))",
     "The argument `loop_priority` must be a list of names; found a list, `[\"i\", 3]`."},
    {"fix_parameters(f)", "`fix_parameters` needs at least one value, for example `n=8`."},
    {"fix_parameters(f, mm=4)", "There is no parameter `mm`. Did you mean `m`?"},
    {"fix_parameters(f, m=4.5)", "The value of `m` must be an integer; found a real number, `4.5`."},
    {"fix_parameters(f, m=5000000000)", "The value 5000000000 of `m` does not fit into 32 bits."},
    {"fix_parameters(f, m=0)", "The values contradict the assumption `m - 1 >= 0`."},
    {"fix_parameters(f, n=-2)", "The array `a` has the extent -2 with these values."},
    {R"(assume(f, "m"))", "The assumption `m` is wrong at column 1. The line ends where a comparison is expected."},
    {R"(assume(f, "m >= q"))",
     "The assumption `m >= q` is wrong at column 6. `q` is not an integer parameter. Did you mean `m`?"},
    {R"(assume(f, "m != 3"))",
     "The assumption `m != 3` is wrong at column 6. `!=` is not a comparison; expected <=, <, >=, > or ==."},
    {R"(assume(f, ""))",
     "The assumption `` is wrong at column 1. One line with conditions such as `n >= 1` is expected."},
    {R"(interchange(f, "i", "i"))", "`interchange` needs two different loops."},
    {R"(interchange(f, "k", "i"))", "The loop `k` is inside of `i` already."},
    {R"(interchange(f, "i", "k"))",
     "`init` is within the loop `i`, but not within `k`. Rename `i` in this instruction first."},
    {R"(tile(f, "i", [2, 3]))", "`sizes` must be an integer or a list of 1 integers, one per loop; found `[2, 3]`."},
    {R"(tile(f, "k", 2, outer_tags="for, for"))", "`outer_tags` needs 1 tags, one per loop; found 2."},
    {R"(join_inames(f, "i"))", "`join_inames` needs at least two loops."},
    {R"(join_inames(f, "i, i"))", "The loop `i` occurs twice in the list."},
    {R"(join_inames(f, "i, k"))",
     "The range of the loop `k` is not constant. Only the first of the joined loops may have a range that depends on "
     "parameters or loops; `fix_parameters` makes ranges constant."},
    {"fix_parameters(f, n=3)\njoin_inames(f, \"i, k\")",
     "`init` is within the loop `i`, but not within `k`. Rename `i` in this instruction first."},
    {"tag_inames(f, \"i:g.0\")\njoin_inames(f, \"i, k\")",
     "The loop `i` has the tag `g.0`. Tag the joined loop instead."},
    {R"(rename_iname(f, "i", "k"))",
     "There is already a loop `k`. `existing_ok=True` permits that the instructions become part of it."},
    {R"(rename_iname(f, "i", "k", existing_ok=True))", "`add` is within both loops `i` and `k`."},
    {R"(duplicate_inames(f, "i, k", new_inames="x1"))",
     "`new_inames` needs one name for each of the 2 loops; found 1."},
    {R"(duplicate_inames(f, "k", suffix="_2", tags={"i": "unr"}))",
     "There is no duplicated loop `i`. Did you mean `k`?"},
    {R"(add_barrier(f, "id:init", "id:add", synchronization_kind="lokal"))",
     "`lokal` is not a kind of barrier; expected `global` or `local`. Did you mean `local`?"},
    {R"(add_barrier(f, "id:init", "id:init"))", "`init` is both before and after the barrier."},
    {R"(privatize_temporaries_with_inames(f, "i", "y"))", "There is no temporary array `y`. Did you mean `s`?"},
    {R"(privatize_temporaries_with_inames(f, ""))", "`privatize_temporaries_with_inames` needs at least one loop."},
    {R"(reassociate(f, "yy"))", "There is no array `yy`. Did you mean `y`?"},
    {R"(remove_instructions(f, "id:store"))", "`store` cannot be removed: it assigns the argument `y`."},
};

INSTANTIATE_TEST_SUITE_P(All, WrongRequests, testing::ValuesIn(wrong_requests),
                         testing_support::printed_name<WrongRequest>);

TEST(Transformations, AreSortedByName) {
  auto const all = all_transformations();
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](auto const& a, auto const& b) { return a.name < b.name; }));
  for (TransformationInfo const& info : all) EXPECT_TRUE(info.apply) << info.name;
}

TEST(Transformations, ReportUnknownNames) {
  try {
    apply(loops::parse_loop_kernel(matvec), {.name = "split_inames", .where = {"script", 2, 5}});
    FAIL();
  } catch (base::UserError const& error) {
    EXPECT_EQ(error.diagnostics().at(0).message,
              "There is no transformation `split_inames`. Did you mean `split_iname`?");
    EXPECT_EQ(error.diagnostics().at(0).where, (base::SourcePosition{"script", 2, 5}));
  }
}

TEST(Transformations, AreRecordedAsStatementsThatRepeatThem) {
  loops::LoopKernel const before = loops::parse_loop_kernel(matvec);
  loops::LoopKernel const after = applied(before, R"(fix_parameters(f, m=7)
split_iname(f, "i", 4, outer_tag="g.0", inner_tag="l.0")
tag_inames(f, {"k": "unr"}, ignore_nonexistent=True)
rename_iname(f, "k", "n_loop", within="reads:x")
set_loop_priority(f, ["i_outer", "n_loop"]))");
  std::string plan;
  for (std::string const& statement : after.plan) plan += statement + "\n";
  EXPECT_EQ(loops::to_text(script::apply_plan(before, plan)), loops::to_text(after));
}

TEST(Values, ArePrintedAsLiterals) {
  Value dictionary{.kind = Value::Kind::dictionary};
  dictionary.keys = {make_value(std::string("a\"b"))};
  dictionary.items = {make_value(true)};
  EXPECT_EQ(to_text(make_value(
                {make_value(2L), make_value(1.0), make_value(1e-30), dictionary, Value{}, make_match("reads:q")})),
            R"([2, 1.0, 1e-30, {"a\"b": True}, None, "reads:q"])");
}

} // namespace
} // namespace chemora::transform::tests

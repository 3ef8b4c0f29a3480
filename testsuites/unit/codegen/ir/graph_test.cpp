// Tests the text form, the builder and the verifier of graphs.
#include "codegen/ir/graph.hpp"
#include "codegen/ir/graph_builder.hpp"
#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

using namespace chemora::ir;
using chemora::base::InternalError;
using chemora::base::UserError;
using testing::HasSubstr;

char const* const wave = R"(graph Wave_RHS {
  grid 3
  when fd_order = 4
  when initial = "plane wave"
  param real64 A
  param keyword initial "gaussian" "plane wave"
  in other::phi[2] rho
  out urhs vrhs
  %0 = load rho
  %1 = shift %0 [-1,0,2]
  %2 = immediate real64 0.1
  %3 = multiply %1 %2
  %4 = parameter A
  %5 = coordinate y
  %6 = fma %3 %4 %5
  %7 = parameter initial
  %8 = immediate int32 1
  %9 = equal %7 %8
  %10 = load other::phi[2]
  %11 = select %9 %6 %10
  %12 = convert real64 %7
  %13 = immediate boolean true
  store urhs %11 interior
  store vrhs %12 everywhere
  store urhs %10 boundary
}
)";

TEST(GraphText, PrintsWhatItParses) { EXPECT_EQ(to_text(parse_graph(wave)), wave); }

TEST(GraphText, ParsesWhatItPrints) {
  Graph const graph = parse_graph(wave);
  EXPECT_EQ(parse_graph(to_text(graph)), graph);
  EXPECT_EQ(graph.guards[1].value, "plane wave");
  EXPECT_EQ(graph.parameters[1].keywords, (std::vector<std::string>{"gaussian", "plane wave"}));
}

TEST(GraphText, KeepsTheBitsOfNumbers) {
  for (double number : {0.0, -0.0, 1.0 / 3.0, 1e300, 5e-324, -std::numeric_limits<double>::infinity()}) {
    GraphBuilder builder("numbers");
    builder.store("u", builder.real(number), Region::everywhere);
    Graph const graph = builder.finish();
    EXPECT_EQ(parse_graph(to_text(graph)), graph) << number;
  }
  GraphBuilder single("numbers", 2, Type::real32);
  single.store("u", single.real(0.1), Region::everywhere);
  Graph const graph = single.finish();
  EXPECT_THAT(to_text(graph), HasSubstr("grid 2 real32"));
  EXPECT_THAT(to_text(graph), HasSubstr("immediate real32 0.1\n"));
  EXPECT_EQ(parse_graph(to_text(graph)), graph);
}

std::string errors_of(std::string const& text) {
  try {
    parse_graph(text, "k.graph");
  } catch (UserError const& error) {
    return error.what();
  }
  return "no error";
}

std::string graph_with(std::string const& lines) { return "graph k {\n  grid 3\n" + lines + "}\n"; }

TEST(GraphText, ReportsEveryWrongLineWithItsPosition) {
  std::string const errors =
      errors_of(graph_with("  in u\n  out v\n  %0 = lood u\n  %1 = load u\n  store v %7 interior\n"));
  EXPECT_THAT(errors, HasSubstr("k.graph:5:8: error: `lood` is not an operation. Did you mean `load`?"));
  EXPECT_THAT(errors, HasSubstr("k.graph:7:11: error: `%7` is not defined by an earlier line."));
  EXPECT_THAT(errors, HasSubstr("%0 = lood u\n"));
}

TEST(GraphText, RejectsWrongTexts) {
  EXPECT_THAT(errors_of(""), HasSubstr("The text is empty; expected `graph NAME {`"));
  EXPECT_THAT(errors_of("graph k {"), HasSubstr("no closing `}`"));
  EXPECT_THAT(errors_of("graph 1k {\n}\n"), HasSubstr("`1k` is not an identifier"));
  EXPECT_THAT(errors_of("graph k {\n  gird 3\n}\n"), HasSubstr("Did you mean `grid`?"));
  EXPECT_THAT(errors_of("graph k {\n  grid 4\n}\n"), HasSubstr("1, 2 or 3 dimensions"));
  EXPECT_THAT(errors_of("graph k {\n  grid 3 int32\n}\n"), HasSubstr("element type"));
  EXPECT_THAT(errors_of(graph_with("  param real A\n")), HasSubstr("`real` is not a type"));
  EXPECT_THAT(errors_of(graph_with("  param keyword A\n")), HasSubstr("lists its values"));
  EXPECT_THAT(errors_of(graph_with("  in a-b\n")), HasSubstr("not the name of a variable"));
  EXPECT_THAT(errors_of(graph_with("  %1 = time\n")), HasSubstr("`%1` is found where `%0` is expected"));
  EXPECT_THAT(errors_of(graph_with("  %0 = time 3\n")), HasSubstr("where the line should end"));
  EXPECT_THAT(errors_of(graph_with("  %0 = negate\n")), HasSubstr("The line ends where a value %N is expected"));
  EXPECT_THAT(errors_of(graph_with("  %0 = negate %0\n")), HasSubstr("not defined by an earlier line"));
  EXPECT_THAT(errors_of(graph_with("  %0 = spacing w\n")), HasSubstr("`w` is not an axis"));
  EXPECT_THAT(errors_of(graph_with("  %0 = immediate int32 1.5\n")), HasSubstr("must be a whole number"));
  EXPECT_THAT(errors_of(graph_with("  %0 = immediate boolean 1\n")), HasSubstr("not a value of type boolean"));
  EXPECT_THAT(errors_of(graph_with("  %0 = immediate real64 1x\n")), HasSubstr("not a value of type real64"));
  EXPECT_THAT(errors_of(graph_with("  %0 = parameter A\n")), HasSubstr("not declared"));
  EXPECT_THAT(errors_of(graph_with("  in u\n  %0 = load u\n  %1 = shift %0 [1,0]\n")), HasSubstr("an offset such as"));
  EXPECT_THAT(errors_of(graph_with("  in u\n  %0 = load u\n  store v %0 inside\n")),
              HasSubstr("`inside` is not a region; expected interior, boundary, everywhere."));
  EXPECT_THAT(errors_of(graph_with("  in u v\n  %0 = load u\n")), HasSubstr("exactly the loaded variables"));
  EXPECT_THAT(errors_of(graph_with("  when x = \"abc\n")), HasSubstr("no closing quote"));
  EXPECT_THAT(errors_of(graph_with("  %0 = iteration\n  %1 = sqrt %0\n")), HasSubstr("cannot be applied to int32"));
}

TEST(GraphBuilder, SharesEqualValuesAndOrdersCommutativeOperands) {
  GraphBuilder builder("shared");
  ValueId const a = builder.load("a"), b = builder.load("b"), c = builder.load("c");
  EXPECT_EQ(builder.apply(Op::add, {a, b}), builder.apply(Op::add, {b, a}));
  EXPECT_NE(builder.apply(Op::subtract, {a, b}), builder.apply(Op::subtract, {b, a}));
  EXPECT_NE(builder.apply(Op::minimum, {a, b}), builder.apply(Op::minimum, {b, a}));
  EXPECT_EQ(builder.apply(Op::fma, {a, b, c}), builder.apply(Op::fma, {b, a, c}));
  EXPECT_NE(builder.apply(Op::fma, {a, b, c}), builder.apply(Op::fma, {a, c, b}));
  EXPECT_NE(builder.real(0.0), builder.real(-0.0));
  EXPECT_EQ(builder.real(std::nan("")), builder.real(std::nan("")));
}

TEST(GraphBuilder, DerivesTheListsFromValuesAndStores) {
  GraphBuilder builder("lists");
  ValueId const sum = builder.apply(Op::add, {builder.load("z"), builder.load("a")});
  builder.store("second", sum, Region::interior);
  builder.store("first", builder.parameter("p", Type::real64), Region::interior);
  builder.store("second", sum, Region::boundary);
  Graph const graph = builder.finish();
  EXPECT_EQ(graph.inputs, (std::vector<std::string>{"a", "z"}));
  EXPECT_EQ(graph.outputs, (std::vector<std::string>{"second", "first"}));
  EXPECT_EQ(graph.parameters.size(), 1u);
}

TEST(GraphBuilder, RejectsWrongTypes) {
  GraphBuilder builder("types");
  ValueId const x = builder.load("x"), n = builder.integer(3), truth = builder.boolean(true);
  EXPECT_THROW(builder.apply(Op::add, {x, n}), InternalError);
  EXPECT_THROW(builder.apply(Op::add, {x}), InternalError);
  EXPECT_THROW(builder.apply(Op::divide, {n, n}), InternalError);
  EXPECT_THROW(builder.apply(Op::select, {x, x, x}), InternalError);
  EXPECT_THROW(builder.apply(Op::less, {truth, truth}), InternalError);
  EXPECT_THROW(builder.convert(x, Type::int32), InternalError);
  EXPECT_THROW(builder.apply(Op::add, {x, 99}), InternalError);
  EXPECT_THROW(builder.leaf(Op::coordinate, 3), InternalError);
  EXPECT_EQ(builder[builder.apply(Op::less, {x, x})].type, Type::boolean);
}

TEST(GraphVerifier, NamesTheViolatedRule) {
  Graph const good = parse_graph(wave);
  auto const broken = [&](auto change) {
    Graph graph = good;
    change(graph);
    try {
      verify(graph, "test");
    } catch (InternalError const& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(broken([](Graph& g) { g.values[3].operands[0] = 9; }), HasSubstr("operand %9 is not a value before %3"));
  EXPECT_THAT(broken([](Graph& g) { g.values[1].operands[0] = 0, g.values[0] = {.op = Op::time}; }),
              HasSubstr("shifts"));
  EXPECT_THAT(broken([](Graph& g) { g.values[6].type = Type::int32; }), HasSubstr("has type real64, not int32"));
  EXPECT_THAT(broken([](Graph& g) { g.inputs.push_back("w"); }), HasSubstr("inputs"));
  EXPECT_THAT(broken([](Graph& g) { g.outputs.pop_back(); }), HasSubstr("outputs"));
  EXPECT_THAT(broken([](Graph& g) { g.parameters.pop_back(); }), HasSubstr("`initial` is not declared"));
  EXPECT_THAT(broken([](Graph& g) { g.stores[2].region = Region::interior; }), HasSubstr("stored twice"));
  EXPECT_THAT(broken([](Graph& g) { g.stores[0].value = 13; }), HasSubstr("has boolean"));
  EXPECT_THAT(broken([](Graph& g) { g.values[0].axis = 1; }), HasSubstr("axis 1"));
  EXPECT_EQ(broken([](Graph&) {}), "no error");
}

TEST(GraphText, ReadsTheHeadWithoutTheValues) {
  EXPECT_EQ(read_graph_head(wave), (GraphHead{"Wave_RHS", {{"fd_order", "4"}, {"initial", "plane wave"}}}));
  EXPECT_EQ(read_graph_head("# none\n\ngraph g {\n  %0 = nonsense\n\twhen a = b\n").guards,
            (std::vector<Guard>{{"a", "b"}}));
  EXPECT_THAT([] { read_graph_head("graph g {\n  grid 3\n  when a b\n}\n", "some"); },
              testing::ThrowsMessage<UserError>(HasSubstr("some:3:10: error: `b` is found where `=` is expected.")));
  EXPECT_THROW(read_graph_head("  when a = b\n"), UserError);
}

TEST(GraphText, SealShowsWhetherATextHasChanged) {
  std::string const text = sealed(wave);
  EXPECT_EQ(to_text(parse_graph(text)), to_text(parse_graph(wave))) << "a comment";
  EXPECT_TRUE(is_intact(text));
  EXPECT_TRUE(is_intact("\n" + text + "\n  ")) << "as a source embeds it";
  EXPECT_EQ(sealed(std::string(wave) + "\n\n"), text);
  std::string changed = text;
  changed[changed.find("grid 3") + 5] = '2';
  EXPECT_FALSE(is_intact(changed));
  EXPECT_FALSE(is_intact(wave)) << "no seal";
  EXPECT_FALSE(is_intact(text + "# more\n"));
  EXPECT_FALSE(is_intact(text.substr(0, text.size() - 3)));
  EXPECT_FALSE(is_intact(""));
}

TEST(Graph, FindsStencilsThroughNestedShifts) {
  GraphBuilder builder("stencil");
  ValueId const u = builder.load("u"), left = builder.shift(u, {-2, 0, 0}), twice = builder.shift(left, {-1, 0, 1});
  builder.store("v", builder.apply(Op::add, {twice, builder.load("w")}), Region::interior);
  auto const reaches = stencils(builder.finish());
  EXPECT_EQ(reaches.at("u"), (Reach{{3, 0, 0}, {0, 0, 1}}));
  EXPECT_EQ(reaches.at("w"), (Reach{}));
  EXPECT_EQ(union_of(reaches), (Reach{{3, 0, 0}, {0, 0, 1}}));
}

TEST(Graph, CountsTreesWithoutSharing) {
  GraphBuilder builder("powers");
  ValueId power = builder.load("u");
  for (int doubling = 0; doubling < 4; ++doubling) power = builder.apply(Op::multiply, {power, power});
  builder.store("v", power, Region::interior);
  builder.store("w", power, Region::interior);
  Graph const graph = builder.finish();
  EXPECT_EQ(count(graph).flops, 4);
  EXPECT_EQ(count_without_sharing(graph), 2 * 15); // u^16 twice
}

TEST(Graph, CountsOnlyVaryingValues) {
  Counts const counts = count(parse_graph(wave));
  EXPECT_EQ(counts.flops, 1 + 2 + 2); // multiply, fma, coordinate
  EXPECT_EQ(counts.loads, 2);
  EXPECT_EQ(counts.stores, 2);
  EXPECT_EQ(counts.bytes, 32);
}

} // namespace

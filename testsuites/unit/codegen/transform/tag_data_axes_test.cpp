// Tests the names, layouts and divisions of array axes.
#include "testsuites/unit/codegen/transform/data_support.hpp"

namespace chemora::transform {
namespace {

using testing::HasSubstr;

char const* const kernel_text = R"(kernel k {
  parameter int32 n
  assume n >= 1
  loop e: 0 <= e <= n - 1
  loop i: 0 <= i <= 2
  loop f: 0 <= f <= 7
  array q real64 [point: 3, field: 8, element: n] argument
  array y real64 [3, 8, n] argument
  array t real64 [] registers copies e, i, f
  set: [e, i, f] t = q[i, f, e] * q[i, 6, e] order e, i, f, 0
  use: [e, i, f] y[i, f, e] = t order e, i, f, 1
}
)";

class DataAxes : public testing::Test {
protected:
  loops::LoopKernel const kernel = loops::parse_loop_kernel(kernel_text);
};

class TagDataAxes : public DataAxes {};
class ArrayOfStructures : public DataAxes {};
class SetArrayDimNames : public DataAxes {};
class SplitArrayDim : public DataAxes {};

/// Returns the offsets of all elements for n = 2, sorted.
std::vector<long> offsets(ir::TypedArray const& array) {
  std::vector<long> extents;
  for (ir::ArrayAxis const& axis : array.axes) extents.push_back(axis.extent.value({{"n", 2}}));
  std::vector<long> subscripts(extents.size(), 0), result;
  for (bool is_inside = true; is_inside;) {
    std::vector<ir::ExpressionPtr> values;
    for (long const subscript : subscripts) values.push_back(ir::make_integer(subscript));
    auto const offset = ir::with_names(ir::offset_of(array, values), {{"n", ir::make_integer(2)}});
    result.push_back(ir::as_linear(offset)->constant);
    is_inside = false;
    for (std::size_t axis = 0; axis < subscripts.size() && !is_inside; ++axis) {
      is_inside = ++subscripts[axis] < extents[axis];
      if (!is_inside) subscripts[axis] = 0;
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// Expects that each element has its own address, and that the addresses are dense.
void expect_dense(ir::TypedArray const& array, long n_elements) {
  std::vector<long> expected;
  for (long n = 0; n < n_elements; ++n) expected.push_back(n);
  EXPECT_EQ(offsets(array), expected) << ir::to_text(array);
}

TEST_F(TagDataAxes, AssignsLayoutsInOrder) {
  for (std::string const layout : {"N0,N1,N2", "N2,N0,N1", "N0,vec,N1", "N1,sep,N0"}) {
    auto const after = transformed(kernel, "tag_data_axes", {text("q"), text(layout)});
    EXPECT_EQ(lines_of(after, {"array q"}),
              "array q real64 [point: 3, field: 8, element: n] argument layout " + layout + "\n");
    expect_dense(after.array("q"), 48);
  }
}

TEST_F(TagDataAxes, AssignsLayoutsByName) {
  auto const after =
      transformed(kernel, "tag_data_axes", {text("q"), dictionary({{"element", "N0"}, {"point", "N2"}})});
  EXPECT_EQ(lines_of(after, {"array q"}), "array q real64 [point: 3, field: 8, element: n] argument layout N2,N1,N0\n");
}

TEST_F(TagDataAxes, AcceptsSeveralArrays) {
  auto const after = transformed(kernel, "tag_data_axes", {text("q,y"), text("N2,N1,N0")});
  EXPECT_EQ(after.array("q").axes[0].nesting, 2);
  EXPECT_EQ(after.array("y").axes[0].nesting, 2);
}

TEST_F(TagDataAxes, KeepsTheElements) {
  auto const after = transformed(kernel, "tag_data_axes", {text("y"), text("N1,vec,N0")});
  Data before_data = result_of(kernel, {{"n", 1}}), after_data = result_of(after, {{"n", 1}});
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t f = 0; f < 8; ++f) EXPECT_EQ(after_data["y"][f + 8 * i], before_data["y"][i + 3 * f]);
}

TEST_F(TagDataAxes, ExplainsWrongLayouts) {
  auto const with = [&](Value const& layout) { return message_of(kernel, "tag_data_axes", {text("q"), layout}); };
  EXPECT_THAT(with(text("N0,N1")), HasSubstr("`q` has 3 axes; found 2 layouts in `N0,N1`"));
  EXPECT_THAT(with(text("N0,N1,N1")), HasSubstr("must have the layouts N0 to N2, each once"));
  EXPECT_THAT(with(text("N0,N1,M2")), HasSubstr("`M2` is not the layout of an axis"));
  EXPECT_THAT(with(text("vec,vec,N0")), HasSubstr("`q` can have one vector axis; found 2"));
  EXPECT_THAT(with(text("N0,N1,vec")), HasSubstr("The vector axis of `q` must have a constant extent; found n"));
  EXPECT_THAT(with(dictionary({{"pont", "N0"}})), HasSubstr("Did you mean `point`?"));
  EXPECT_THAT(with(make_value(3L)), HasSubstr("must be a string such as \"N0,N1,vec\" or a dictionary"));
  EXPECT_THAT(message_of(kernel, "tag_data_axes", {text("p"), text("N0")}), HasSubstr("There is no array `p`"));
}

TEST_F(ArrayOfStructures, ChangesToStructureOfArraysAndBack) {
  auto const separate = transformed(kernel, "structure_of_arrays", {text("q"), text("field")});
  EXPECT_EQ(lines_of(separate, {"array q"}),
            "array q real64 [point: 3, field: 8, element: n] argument layout N0,sep,N1\n");
  expect_dense(separate.array("q"), 48);
  auto const structures = transformed(separate, "array_of_structures", {text("q"), text("field")});
  EXPECT_EQ(lines_of(structures, {"array q"}),
            "array q real64 [point: 3, field: 8, element: n] argument layout N1,N0,N2\n");
  expect_dense(structures.array("q"), 48);
}

TEST_F(SetArrayDimNames, NamesTheAxes) {
  auto const after = transformed(kernel, "set_array_dim_names", {text("y"), text("i,field,e")});
  EXPECT_EQ(lines_of(after, {"array y"}), "array y real64 [i: 3, field: 8, e: n] argument layout N0,N1,N2\n");
  EXPECT_THAT(message_of(kernel, "set_array_dim_names", {text("y"), text("i,j")}),
              HasSubstr("`y` has 3 axes; found 2 names"));
  EXPECT_THAT(message_of(kernel, "set_array_dim_names", {text("y"), text("i,j,i")}),
              HasSubstr("Two axes of `y` cannot have the name `i`"));
}

Value axis(std::string const& array, long number, std::string const& order) {
  return make_value(std::vector<Value>{make_value(array), make_value(number), make_value(order)});
}

TEST_F(SplitArrayDim, DividesSubscripts) {
  auto const split = transformed(kernel, "split_iname", {text("f"), make_value(4L)});
  auto const after = transformed(split, "split_array_dim", {axis("q", 1, "F"), make_value(4L)});
  EXPECT_EQ(lines_of(after, {"array q", "set"}),
            "array q real64 [point: 3, field_inner: 4, field_outer: 2, element: n] argument layout N0,N1,N2,N3\n"
            "set: [e, i, f_outer, f_inner] t = q[i, f_inner, f_outer, e] * q[i, 2, 1, e] "
            "order e, i, f_inner + 4*f_outer, 0\n");
  expect_dense(after.array("q"), 48);
  expect_equal_results(kernel, after, {{"n", 2}}); // The elements keep their addresses.
}

TEST_F(SplitArrayDim, SplitsLoopsOnRequest) {
  auto const after = transformed(kernel, "split_array_dim", {axis("q", 1, "C"), make_value(4L)},
                                 {{"auto_split_inames", make_value(true)}});
  EXPECT_EQ(lines_of(after, {"array q"}),
            "array q real64 [point: 3, field_outer: 2, field_inner: 4, element: n] argument layout N0,N2,N1,N3\n");
  expect_equal_results(kernel, after, {{"n", 2}});
}

TEST_F(SplitArrayDim, ExplainsWrongRequests) {
  auto const with = [&](Value const& place, long count) {
    return message_of(kernel, "split_array_dim", {place, make_value(count)});
  };
  EXPECT_THAT(with(axis("q", 1, "F"), 4), HasSubstr("The subscript `f` of `q` in `set` cannot be divided by 4"));
  EXPECT_THAT(with(axis("q", 1, "F"), 3), HasSubstr("cannot be divided by 3"));
  EXPECT_THAT(with(axis("q", 3, "F"), 2), HasSubstr("`q` has no axis 3; its axes are 0 to 2"));
  EXPECT_THAT(with(axis("q", 1, "X"), 2), HasSubstr("must be `F` (inner, outer) or `C` (outer, inner); found `X`"));
  EXPECT_THAT(with(axis("q", 1, "F"), 0), HasSubstr("The count must be positive; found 0"));
  EXPECT_THAT(with(text("q"), 2), HasSubstr("The axis must have the form `(\"NAME\", AXIS, \"F\")`"));
}

} // namespace
} // namespace chemora::transform

/// Tests that under reflections, tensor components change their signs like products of coordinates x^i x^j.
#include "tensor_parity.hpp"

namespace thorntools {
namespace {

TEST(TensorParity, ListsComponentsInTheOrderOfTheGroup) {
  auto const symmetric = *components_of("DD_sym");
  EXPECT_EQ(symmetric, (std::vector<Component>{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}}));
  EXPECT_EQ(components_of("4u")->front(), Component{-1});
  EXPECT_EQ(components_of("ud")->at(3), (Component{1, 0}));
  EXPECT_EQ(components_of("4dd_sym")->size(), 10u);
  EXPECT_EQ(components_of("4dd_sym")->at(1), (Component{-1, 0}));
  EXPECT_EQ(components_of("dd_sym_d")->at(5), (Component{0, 1, 2}));
  EXPECT_EQ(components_of("ddd_sym")->at(7), (Component{1, 0, 1}));
  EXPECT_EQ(components_of("scalar")->size(), 1u);
  EXPECT_FALSE(components_of("ddd"));
}

TEST(TensorParity, SignsEqualThoseOfProductsOfCoordinates) {
  double const point[] = {0.3, -0.7, 1.1};
  for (char const* const type : {"scalar", "u", "4d", "uu", "dd_sym", "4uu_sym", "dd_sym_d", "ddd_sym"}) {
    auto const components = *components_of(type);
    for (Component const& component : components)
      for (int mirror = 0; mirror < 3; ++mirror) {
        double here = 1, there = 1;
        for (int const index : component) {
          here *= index < 0 ? 1 : point[index];
          there *= index < 0 ? 1 : index == mirror ? -point[index] : point[index];
        }
        EXPECT_EQ(there, signs_of(component)[mirror] * here) << type << ' ' << mirror;
      }
  }
}

TEST(TensorParity, ParsesSignsAndHandlesWeylScalars) {
  EXPECT_EQ(signs_of_weyl_scalar(4), (Signs{1, 1, 1}));
  EXPECT_EQ(signs_of_weyl_scalar(5), (Signs{-1, -1, -1}));
  EXPECT_EQ(parse_signs("+-+"), (Signs{1, -1, 1}));
  EXPECT_FALSE(parse_signs("+-"));
  EXPECT_FALSE(parse_signs("+-0"));
}

TEST(TensorParity, ParsesOneTripleForEachVariable) {
  EXPECT_EQ(parse_sign_list("+-+"), (std::vector<Signs>{{1, -1, 1}}));
  EXPECT_EQ(parse_sign_list("+-+ --+ +++"), (std::vector<Signs>{{1, -1, 1}, {-1, -1, 1}, {1, 1, 1}}));
  for (char const* const wrong : {"", "+-", "+-+ ", "+-+--+", "+-+,--+", "+-+ --", "+-+  --+"})
    EXPECT_FALSE(parse_sign_list(wrong)) << wrong;
}

} // namespace
} // namespace thorntools

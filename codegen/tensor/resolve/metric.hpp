// Metrics and the tensors that follow from them: inverse, determinant, tensors with moved indices, Christoffel symbols,
// curvature.
#pragma once

#include "codegen/tensor/resolve/resolve_expression.hpp"

namespace chemora::tensor {

/// Declares the metrics of the file, each a symmetric tensor with two lower indices, and the names that follow from
/// them: Christoffel symbols `G_i_(jk)` = 1/2 (D_k g_ij + D_j g_ik - D_i g_jk) and the Ricci tensor. Reports errors.
void declare_metrics(edl::SyntaxTree const& tree, Context& context);

/// The metric that moves the indices of a variable; nullptr after reporting that there is none.
Metric const* metric_of(Variable const& variable, base::SourcePosition const& where, Context& context);

/// The only metric of the file; nullptr after reporting that there is none, or more than one.
Metric const* only_metric(std::string const& user, base::SourcePosition const& where, Context& context);

/// Name of the temporary that holds a tensor with its indices at other heights than declared: `T^i_j = g^ik T_kj`. A
/// metric with both indices up is its inverse, from minors and determinant. Empty after reporting that no metric moves
/// the indices.
std::string moved_form(std::string const& name, std::vector<bool> const& upper, base::SourcePosition const& where,
                       Context& context);

/// Name of the scalar temporary that holds the determinant of a metric's components.
std::string determinant_of(Metric const& metric, Context& context);

} // namespace chemora::tensor

// Compiles the text of an equation file to a discretised system, which is the input of the thorn writer.
#pragma once

#include "codegen/discretisation/discretise.hpp"
#include "codegen/edl/parser.hpp"
#include "codegen/tensor/expand/expand.hpp"
#include "codegen/tensor/resolve/resolve.hpp"

namespace chemora::thorn_writer {

inline discretisation::DiscreteSystem compiled(std::string const& text, std::string const& file = "folder/test.edl") {
  base::SourceText const source{file, text};
  return discretisation::discretise(tensor::expand(tensor::resolve(edl::parse(source), source), source), source);
}

} // namespace chemora::thorn_writer

"""Evaluates the kernel graphs that `edlc --emit=graph` prints, with numpy on a periodic box. This evaluator is independent of
the C++ interpreter."""

import re

import numpy

FUNCTIONS = {
    "negate": numpy.negative, "add": numpy.add, "subtract": numpy.subtract, "multiply": numpy.multiply,
    "divide": numpy.divide, "fma": lambda a, b, c: a * b + c, "minimum": numpy.minimum, "maximum": numpy.maximum,
    "absolute": numpy.abs, "sqrt": numpy.sqrt, "cbrt": numpy.cbrt, "power": numpy.power,
    "asin": numpy.arcsin, "acos": numpy.arccos, "atan": numpy.arctan, "atan2": numpy.arctan2, "less": numpy.less, "less_equal": numpy.less_equal, "equal": numpy.equal,
    "not_equal": numpy.not_equal, "logical_and": numpy.logical_and, "logical_or": numpy.logical_or,
    "logical_not": numpy.logical_not, "select": numpy.where,
}


def function(operation):
    """Returns the numpy function for a graph operation. Operations that are not in the table have the same name in numpy."""
    return FUNCTIONS.get(operation) or getattr(numpy, operation)


class Graph:
    """A kernel graph with its name, guards, parameters by type, keyword values by parameter, and lines."""

    def __init__(self, text):
        self.name = re.match(r"graph (\w+)", text).group(1)
        self.guards = dict(re.findall(r"^  when (\w+) = (\S+)$", text, re.MULTILINE))
        self.keywords = {name: re.findall(r'"([^"]*)"', values)
                         for name, values in re.findall(r"^  param keyword (\w+) (.*)$", text, re.MULTILINE)}
        self.types = {name: kind for kind, name in re.findall(r"^  param (\w+) (\w+)", text, re.MULTILINE)}
        self.outputs = re.search(r"^  out (.*)$", text, re.MULTILINE).group(1).split()
        self.lines = [line.split() for line in text.splitlines() if re.match(r"  (%\d+ =|store) ", line)]

    def evaluate(self, variables, parameters, spacing):
        """Evaluates the graph and returns the stored arrays by name. `parameters` contains numbers, booleans, and keywords as
        strings."""
        with numpy.errstate(all="ignore"):  # both values of a choice are calculated
            return self._evaluate(variables, parameters, spacing)

    def _evaluate(self, variables, parameters, spacing):
        values, stored = {}, {}
        for words in self.lines:
            if words[0] == "store":
                stored[words[1]] = values[words[2]]
                continue
            target, operation, operands = words[0], words[2], words[3:]
            if operation == "load":
                value = variables[operands[0]]
            elif operation == "shift":
                offset = [int(n) for n in operands[1].strip("[]").split(",")]
                value = numpy.roll(values[operands[0]], [-n for n in offset], (0, 1, 2))
            elif operation == "immediate":
                value = {"true": True, "false": False}.get(operands[1]) if operands[0] == "boolean" else float(operands[1])
            elif operation == "parameter":
                value = self._parameter(operands[-1], parameters)
            elif operation == "coordinate":
                value = variables[operands[0]]
            elif operation == "time":
                value = variables["t"]
            elif operation == "spacing":
                value = spacing["xyz".index(operands[0])]
            elif operation == "convert":
                value = float(values[operands[0]])
            else:
                value = function(operation)(*(values[name] for name in operands))
            values[target] = value
        return stored

    def _parameter(self, name, parameters):
        value = parameters[name]
        return self.keywords[name].index(value) if name in self.keywords else value

    def counts(self):
        """Returns the number of operations of each kind, by name."""
        result = {}
        for words in self.lines:
            operation = words[0] if words[0] == "store" else words[2]
            result[operation] = result.get(operation, 0) + 1
        return result


def graphs_in(text):
    """Returns all graphs that the output of edlc contains."""
    return [Graph(one) for one in re.findall(r"^graph .*?^}", text, re.MULTILINE | re.DOTALL)]

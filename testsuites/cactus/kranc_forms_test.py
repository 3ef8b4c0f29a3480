"""Files with names that end in .kranc may have the forms of Kranc's examples: parameters in lines of their own, unused names, and
names of the inherited implementation without its name. Features that exist only in Kranc have no effect."""

import subprocess

import pytest
import simulation
from folders import new_folder

PARAMETERS = """
begin thorn Pulse
use cakernel

begin parameters
  name: amp
  description: How high, and why (roughly): the "height"; it's 100% free  
  default: 1.0
  range: -infinity to infinity

  name: waves
  description: Number of waves
  default: 2*PI
  range: 0 to 10*PI
end parameters

begin variables
  phi pi
end variables

begin temporaries
  nothing
end temporaries

begin derivatives
  Du u_i = (u_(i+1) - u_(i-1))/h
end derivatives

begin calculation start scheduled at initial
  phi = amp*sin(waves*x)
  pi = 0
end calculation

begin calculation evolve scheduled at MoL_CalcRHS
  D_t phi = pi
  D_t pi = Euc^ij*D_ij phi
end calculation

end thorn
"""

INHERITED = """
begin thorn Sources
inherit Channel
begin derivatives
  Dp u_i = (u_(i+1) - u_(i))/h
end derivatives
begin calculation terms scheduled in channel_sources
  source_x = gamma1*mask*(-u1p + u4)*Dp_1 depth - drag*u*sqrt(u**2 + v**2)*max(h, 1)
end calculation
end thorn
"""


def compiled(name, text, folder):
    source = folder / name
    source.write_text(text)
    return subprocess.run([simulation.EDLC, "--thorn", folder / "out" / source.stem, source], capture_output=True,
                          text=True, timeout=simulation.HANG_SECONDS)


def graphs_of(name, text, folder):
    (folder / name).write_text(text)
    return subprocess.run([simulation.EDLC, "--emit=graph", folder / name], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)


@pytest.fixture(scope="module")
def folder():
    return new_folder()


def schedule_of(folder, thorn):
    return (folder / "out" / thorn / "schedule.ccl").read_text()


def test_parameters_and_unused_names(folder):
    result = compiled("Pulse.kranc", PARAMETERS, folder)
    assert result.returncode == 0, result.stderr
    assert "the 'height'; it's 100% free" in (folder / "out/Pulse/param.ccl").read_text()


def test_unused_names_are_errors_in_other_files(folder):
    result = compiled("Pulse.edl", PARAMETERS, folder)
    assert result.returncode == 1 and "never used" in result.stderr


def test_names_of_the_inherited_implementation(folder):
    result = compiled("Sources.kranc", INHERITED, folder)
    assert result.returncode == 0, result.stderr
    text = schedule_of(folder, "Sources")
    assert "WRITES: Channel::source_x(interior)" in text and "READS: Channel::depth(everywhere)" in text and "SYNC" not in text


def test_named_groups_of_the_inherited_implementation(folder):
    named = INHERITED.replace("thorn Sources", "thorn Groups").replace("begin der", "begin inherited Channel\n  source_x group sources\nend inherited\nbegin der")
    result = compiled("Groups.kranc", named, folder)
    assert result.returncode == 0 and "SYNC: Channel::sources" in schedule_of(folder, "Groups"), result.stderr


def test_names_of_the_inherited_implementation_are_unknown_in_other_files(folder):
    result = compiled("Sources.edl", INHERITED, folder)
    assert result.returncode == 1 and "not declared" in result.stderr


@pytest.mark.parametrize("feature", ["loopcontrol", "vectors", "cse", "opencl", "cakernel"])
@pytest.mark.parametrize("word", ["use", "disable"])
def test_features_have_no_effect(folder, word, feature):
    without = graphs_of("Plain.kranc", PARAMETERS.replace("use cakernel\n", ""), folder)
    result = graphs_of("Plain.kranc", PARAMETERS.replace("use cakernel", f"{word} {feature}"), folder)
    assert result.returncode == 0 and result.stdout == without.stdout != ""

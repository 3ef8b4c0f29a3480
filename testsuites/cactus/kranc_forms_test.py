"""Files whose names end in .kranc may have the forms of Kranc's examples: parameters in lines of their own, names that nothing
uses, and names of the inherited implementation without its name. Features that only Kranc knows have no effect."""

import subprocess
import sys

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


def check(what, is_good, result):
    print(f"{'ok' if is_good else 'WRONG'} {what}\n{'' if is_good else result.stdout + result.stderr}")
    return is_good


def main():
    folder = new_folder()
    good = True
    result = compiled("Pulse.kranc", PARAMETERS, folder)
    parameters = (folder / "out" / "Pulse" / "param.ccl")
    text = parameters.read_text() if parameters.exists() else ""
    good &= check("parameters and unused names", result.returncode == 0 and "the 'height'; it's 100% free" in text, result)
    result = compiled("Pulse.edl", PARAMETERS, folder)
    good &= check("unused names are errors in other files", result.returncode == 1 and "never used" in result.stderr, result)
    result = compiled("Sources.kranc", INHERITED, folder)
    schedule = folder / "out" / "Sources" / "schedule.ccl"
    text = schedule.read_text() if schedule.exists() else ""
    good &= check("names of the inherited implementation", result.returncode == 0
                  and "WRITES: Channel::source_x(interior)" in text and "READS: Channel::depth(everywhere)" in text
                  and "SYNC" not in text, result)
    named = INHERITED.replace("begin der", "begin inherited Channel\n  source_x group sources\nend inherited\nbegin der")
    result = compiled("Groups.kranc", named, folder)
    schedule = folder / "out" / "Groups" / "schedule.ccl"
    good &= check("groups may be named", result.returncode == 0 and "SYNC: Channel::sources" in schedule.read_text(), result)
    result = compiled("Sources.edl", INHERITED, folder)
    good &= check("which are unknown in other files", result.returncode == 1 and "not declared" in result.stderr, result)
    without = graphs_of("Plain.kranc", PARAMETERS.replace("use cakernel\n", ""), folder)
    for feature in ("loopcontrol", "vectors", "cse", "opencl", "cakernel"):
        for word in ("use", "disable"):
            result = graphs_of("Plain.kranc", PARAMETERS.replace("use cakernel", f"{word} {feature}"), folder)
            is_same = result.returncode == 0 and result.stdout == without.stdout != ""
            good &= check(f"{word} {feature} has no effect", is_same, result)
    sys.exit(0 if good else 1)


main()

"""Former names of thorns (thorns/former-names.th) work in ThornLists and parameter files, and give the new spelling."""

import pytest
from arrangements import configure
from folders import new_folder
from output_values import values
from parameter_text import wave
from simulation import run

SMALL = {"cactus::terminate": '"iteration"', "cactus::cctk_itlast": "2", "IO::out_dir": '"data"', "IOScalar::outScalar_every": "1"}


def expect(text, *words):
    flat = " ".join(text.split())
    missing = [word for word in words if word not in flat]
    assert not missing, f"the output lacks {missing}\n{text}"


def test_output_is_the_same():
    folder = new_folder()
    present, _ = run(wave("gaussian", SMALL, {"Devices::own_memory": "yes"}), folder=folder / "present")
    text = wave("gaussian", SMALL, {"DeviceHost::own_memory": "yes"}).replace("Devices", "DeviceHost")
    former, result = run(text, folder=folder / "former")
    expect(result.stdout, 'The thorn DeviceHost has been renamed. Write Devices in ActiveThorns, and set Devices::kind = "host".',
           "DeviceHost::own_memory has been renamed. Write Devices::own_memory.")
    assert len(values(present)) > 1 and values(present) == values(former)


@pytest.mark.parametrize(("name", "kind"), [("DeviceCUDA", "cuda"), ("DeviceOpenCL", "opencl")])
def test_former_names_set_the_kind(name, kind):
    text = wave("gaussian", SMALL, {f"{name}::device": '"no such device"'}).replace("Devices", name)
    _, result = run(text, expect=None)
    expect(result.stdout, f'Devices::kind = "{kind}"', 'Devices::device = "no such device"')
    assert result.returncode != 0


def test_thornlist():
    folder = new_folder()
    code, text = configure(folder, "Kernel/CaKernel Kernel/Accelerator\nKernel/DeviceArrays Kernel/DeviceHost\nKernel/DeviceCUDA\n")
    expect(text, "my.th:2: Kernel/DeviceHost is now called Kernel/Devices.", "my.th:3: Kernel/DeviceCUDA is now called Kernel/Devices.")
    manifest = (folder / "build/bindings/manifest.txt").read_text()
    assert code == 0 and manifest.count("thorn\tKernel/Devices\t") == 1, f"exit code {code}\n{manifest}"

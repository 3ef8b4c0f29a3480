"""Output parameters can be steered, output methods can be called by name, and the parameters of the run are saved."""

from output_case import run_case


def iterations(path):
    return [line.split()[0] for line in path.read_text().splitlines() if not line.startswith("#")]


def steer(thorn, parameter, value, extra, ranks=1):
    return run_case(f"""{extra}
IOScalar::outScalar_reductions = "maximum"
IO::parfile_update_every = 1
TestOutput::steer_at = 3
TestOutput::steer_thorn = "{thorn}"
TestOutput::steer_parameter = "{parameter}"
TestOutput::steer_value = "{value}"
""", ranks)


def test_steering():
    both = 'IOScalar::outScalar_every = 1\nIOScalar::outScalar_vars = "TestOutput::f"'
    folder, text = steer("IOScalar", "outScalar_vars", "TestOutput::g TestOutput::gg", both, 2)
    assert iterations(folder / "f.maximum.asc") == ["0", "1", "2"]
    assert iterations(folder / "g.maximum.asc") == ["3", "4"]
    assert "there is no variable or group `TestOutput::gg`" in " ".join(text.split()), text
    saved = (folder / "test.par").read_text()
    assert "# IOScalar::outScalar_vars = TestOutput::g TestOutput::gg  (steered at iteration 3, time 0.375; before: " \
           "TestOutput::f)" in saved, saved
    every = 'IO::out_every = 2\nIOScalar::outScalar_vars = "TestOutput::f"'
    folder, _ = steer("IO", "out_every", "1", every)
    assert iterations(folder / "f.maximum.asc") == ["0", "2", "3", "4"]


def test_criteria():
    folder, _ = run_case("""
IOScalar::outScalar_criterion = "time"
IOScalar::outScalar_dt = 0.2
IOScalar::outScalar_vars = "TestOutput::f TestOutput::g{out_every=3} TestOutput::energy{out_dt=0.5}"
IOScalar::outScalar_reductions = "maximum"
""")
    assert iterations(folder / "f.maximum.asc") == ["0", "2", "4"]
    assert iterations(folder / "g.maximum.asc") == ["0", "3"]
    assert iterations(folder / "energy..asc") == ["0", "4"]


def test_calls_by_name():
    for method, file in {"IOHDF5": "renamed.h5", "Scalar": "renamed_maximum.xg", "IOScalar": "renamed.maximum.asc",
                         "IOASCII_1D": "renamed_x_[0][3].xg", "IOASCII_2D": "renamed_xy_[3].asc",
                         "IOASCII_3D": "renamed_3D.asc"}.items():
        folder, text = run_case(f'TestOutput::write_with = "{method}"', 2)
        assert (folder / file).exists(), (method, text, list(folder.iterdir()))
    folder, text = run_case('TestOutput::write_with = "Info"')
    assert "renamed |" in text or "renamed\n" in text, text


def test_saved_parameters():
    folder, _ = run_case("")
    assert (folder / "test.par").read_text() == (folder.parent / "test.par").read_text()
    values = (folder / "test.all.par").read_text()
    assert "time::timestep = 0.125" in values.lower(), values
    assert values.splitlines()[1].startswith("ActiveThorns = ")
    folder, _ = run_case('IO::parfile_write = "no"')
    assert not list(folder.glob("*.par"))
    folder, _ = run_case('IO::parfile_write = "generate"\nIO::parfile_name = "made.par"')
    made = (folder / "made.par").read_text().lower()
    assert "time::timestep = 0.125" in made and "time::dtfac" not in made, made


def test_default_directory():
    """Without IO::out_dir, the output is in the working directory, as in Cactus; the parameter file is not changed."""
    own = {'IO::out_dir = "data"': 'IOBasic::outScalar_every = 1\nIOBasic::outScalar_vars = "TestOutput::energy"\n'
                                   'IO::parfile_update_every = 1\nTestOutput::steer_at = 2\nTestOutput::steer_thorn = "IO"\n'
                                   'TestOutput::steer_parameter = "out_every"\nTestOutput::steer_value = "1"'}
    for ranks in (1, 2):
        folder = run_case("", ranks, replace=own)[0].parent
        assert sorted(path.name for path in folder.iterdir()) == ["energy.xg", "test.all.par", "test.par"], list(folder.iterdir())
        assert "steered" not in (folder / "test.par").read_text()
        assert "(steered at iteration" in (folder / "test.all.par").read_text()
    folder, _ = run_case("", replace={'IO::out_dir = "data"': 'IO::out_dir = "runs/$parfile"'})
    assert (folder.parent / "runs/test/test.par").exists()
    _, text = run_case('IO::parfile_write = "generate"', replace={'IO::out_dir = "data"': ""}, expect=1)
    assert "would replace the parameter file `./test.par` itself" in " ".join(text.split()), text

"""The parts of scripts/test-thorns: reading test.ccl, comparing files, finding active thorns and reference data."""

import io
import sys
import tarfile
import types
import unittest

from folders import new_folder
import simulation

sys.path.insert(0, str(simulation.SOURCE / "scripts"))

from thorn_tests import collect, compare, judge, test_ccl  # noqa: E402

TEST_CCL = """# tolerances of the thorn
ABSTOL 1e-10
reltol 1.e-8 ^phi.*norm2   # for some files
NPROCS 1
EXTENSIONS dat .vtk

TEST gaussian
{
  RELTOL 1e-5
  NPROCS \\
    4
  POSTPROC strip.py \\.asc$
}
Test plane {
  ABSTOL 1e-3 .*
  ABSTOL 1e-4 ^rho
}
"""


class ReadTestCcl(unittest.TestCase):
    def setUp(self):
        self.ccl = test_ccl.parse(TEST_CCL, "test.ccl")

    def test_tolerances_of_test_outrank_those_of_thorn(self):
        self.assertEqual(self.ccl.tolerances("other", "u.xl"), (1e-10, 1e-12))
        self.assertEqual(self.ccl.tolerances("other", "PHI_norm2.xl"), (1e-10, 1e-8))
        self.assertEqual(self.ccl.tolerances("gaussian", "phi_norm2.xl"), (1e-10, 1e-5))
        self.assertEqual(self.ccl.tolerances("plane", "u.xl"), (1e-3, 1e-12))
        self.assertEqual(self.ccl.tolerances("plane", "rho.xl"), (1e-4, 1e-12))

    def test_default_tolerance(self):
        self.assertEqual(test_ccl.parse("", "test.ccl").tolerances("any", "u.xl"), (1e-12, 1e-12))

    def test_processes_filters_extensions(self):
        self.assertEqual([self.ccl.processes(name) for name in ("other", "gaussian", "plane")], [1, 4, 1])
        self.assertEqual(self.ccl.filter("gaussian", "u.asc"), "strip.py")
        self.assertIsNone(self.ccl.filter("gaussian", "u.xl"))
        self.assertIsNone(self.ccl.filter("plane", "u.asc"))
        self.assertEqual(self.ccl.extensions, {"dat", "vtk"})

    def test_two_regular_expressions_of_a_level_are_refused(self):
        ccl = test_ccl.parse("ABSTOL 1 u\nABSTOL 2 xl\nPOSTPROC a u\nTEST t\n{\nPOSTPROC b xl\n}\n", "test.ccl")
        with self.assertRaisesRegex(test_ccl.CclError, "u.xl matches more than one regular expression .*: u, xl"):
            ccl.tolerances("t", "u.xl")
        with self.assertRaisesRegex(test_ccl.CclError, "u.xl has more than one POSTPROC program: a, b"):
            ccl.filter("t", "u.xl")

    def test_all_errors_with_their_lines(self):
        text = ("TOLERANCE 1\nABSTOL small\nRELTOL 1 a b\nRELTOL 1 [\nNPROCS 0\nPOSTPROC\n}\nTEST\n{\n} x\nTEST a\nNPROCS 1\n"
                "TEST b {\nEXTENSIONS x\nTEST c {\n")
        expected = [
            "test.ccl:1: found `TOLERANCE`, expected one of ABSTOL, RELTOL, NPROCS, POSTPROC, EXTENSIONS, TEST",
            "test.ccl:2: found `small`, expected a number that is not negative after ABSTOL",
            "test.ccl:3: found `b`, expected the end of the line after the regular expression of RELTOL",
            "test.ccl:4: `[` is not a regular expression: unterminated character set at position 0",
            "test.ccl:5: found `0`, expected a number of processes after NPROCS",
            "test.ccl:6: POSTPROC needs the name of a program in the thorn's folder util",
            "test.ccl:7: found `}`, but no block is open",
            "test.ccl:8: found ``, expected the name of one test after TEST",
            "test.ccl:10: found `} x`, but } must be alone on its line",
            "test.ccl:12: found `NPROCS 1`, expected { after TEST a",
            "test.ccl:14: EXTENSIONS applies to all tests and must be outside of TEST blocks",
            "test.ccl:15: TEST within the block of test b, which has no }",
            "test.ccl:15: the block of test c has no }",
        ]
        with self.assertRaises(test_ccl.CclError) as caught:
            test_ccl.parse(text, "test.ccl")
        self.assertEqual(str(caught.exception).split("\n"), expected)

    def test_numbers_that_would_let_everything_pass(self):
        for statement in ("ABSTOL inf", "RELTOL nan", "ABSTOL -1", "NPROCS \u00b2"):
            with self.assertRaises(test_ccl.CclError):
                test_ccl.parse(statement, "test.ccl")


class CompareFiles(unittest.TestCase):
    def agree(self, reference, output, absolute=1e-12, relative=1e-12):
        difference = compare.compare(reference, output, absolute, relative)
        self.assertIsNone(difference, difference)

    def differ(self, reference, output, text, lines=1, absolute=1e-12, relative=1e-12):
        difference = compare.compare(reference, output, absolute, relative)
        self.assertIsNotNone(difference, "they agree")
        self.assertEqual((difference.text, difference.lines), (text, lines))

    def test_comments_blank_lines_and_spaces_do_not_count(self):
        self.agree('# one\n"Time = 1\n0 1\n\n 1 2\n', '\n0\t1\n1 2\n  # end\n  "Time = 2\n')

    def test_tolerances_are_strict_bounds(self):
        self.agree("1.0\n", "1.2499\n", absolute=0.25, relative=0)
        self.differ("1.0\n", "1.25\n", "line 1, column 1: 1.25, expected 1.0 (they differ by 0.25, allowed is 0.25)",
                    absolute=0.25, relative=0)
        self.agree("4.0\n", "3.0625\n", absolute=0, relative=0.25)
        self.differ("4.0\n", "3.0\n", "line 1, column 1: 3.0, expected 4.0 (they differ by 1, allowed is 1)",
                    absolute=0, relative=0.25)
        self.agree("4.0\n", "4.00\n", absolute=0, relative=0)

    def test_relative_tolerance_is_of_the_largest_magnitude_so_far_in_the_column(self):
        self.agree("1 -1000\n2 1\n", "1 -1000\n2 1.5\n", relative=1e-3)
        self.agree("1 0\n2 1\n", "1 0\n2 1000\n", absolute=0, relative=1)
        self.differ("1000 0\n2 1\n", "1000 0\n2 1.5\n",
                    "line 2, column 2: 1.5, expected 1 (they differ by 0.5, allowed is 0.0015)", relative=1e-3)
        self.differ("0 1\n0 1000\n", "0 1.5\n0 1000\n",
                    "line 1, column 2: 1.5, expected 1 (they differ by 0.5, allowed is 0.0015)", relative=1e-3)

    def test_exponents_with_d_and_case(self):
        self.agree("1.5D-3 2E+2\n", "1.5e-03 2d2\n")
        self.differ("1d1\n", "1d2\n", "line 1, column 1: 1d2, expected 1d1 (they differ by 90, allowed is 1e-10)")

    def test_nan_and_infinity_must_match(self):
        self.agree("NaN -inf 1\n", "nan -Inf 1.0\n")
        self.agree("-nan\n", "nan\n")
        self.differ("1\n", "nan\n", "line 1, column 1: nan, expected 1")
        self.differ("nan\n", "1\n", "line 1, column 1: 1, expected nan")
        self.differ("inf\n", "-inf\n", "line 1, column 1: -inf, expected inf")
        self.differ("inf\n", "1e300\n", "line 1, column 1: 1e300, expected inf")
        self.differ("nan 1\n", "nan 2\n", "line 1, column 2: 2, expected 1 (they differ by 1, allowed is 2e-12)")

    def test_infinity_does_not_loosen_the_column(self):
        self.differ("inf\n1\n", "inf\n2\n", "line 2, column 1: 2, expected 1 (they differ by 1, allowed is 2e-12)")

    def test_lines_correspond_one_to_one_and_columns_may_follow(self):
        self.differ("1 2\n", "1\n", "line 1: 1 columns, expected 2")
        self.agree("1\n", "1 2\n")
        self.differ("1\n", "3 1\n", "line 1, column 1: 3, expected 1 (they differ by 2, allowed is 3e-12)")
        self.differ("1\n0\n0\n", "1\n", "ends before line 2 of the reference: 0", lines=2)
        self.differ("1\n", "1\n# no harm\n2\n", "line 3 is not in the reference, which ends before it: 2")

    def test_line_numbers_of_both_files(self):
        values = "column 1: 4, expected 2 (they differ by 2, allowed is 4e-12)"
        self.differ("# a\n1\n2\n3\n", "1\n\n4\n5\n", f"line 3, {values}", lines=2)
        self.differ("# a\n1\n2\n", "1\n4\n", f"line 2 (reference: 3), {values}")

    def test_text(self):
        self.agree("Yes 1_0\n", "yes 1_0\n")
        self.differ("yes\n", "no\n", "line 1, column 1: no, expected yes")
        self.differ("1\n", "1_0\n", "line 1, column 1: 1_0, expected 1")

    def test_empty_files(self):
        self.agree("", "")
        self.differ("# header\n", "", "is empty")
        self.differ("", "# header\n", "is not empty, but the reference is")


class Collect(unittest.TestCase):
    def test_active_thorns(self):
        text = ('ActiveThorns = "PUGH Time" # ActiveThorns = "No"\nactivethorns = "\n  IOUtil # not CarpetLib\n  IOBasic"\n'
                'ActiveThorns = NaNChecker\n#ActiveThorns = "Never"\nIO::out_dir = "ActiveThorns = x"\n')
        self.assertEqual(collect.active_thorns(text), ["PUGH", "Time", "IOUtil", "IOBasic", "NaNChecker"])


class Judge(unittest.TestCase):
    def setUp(self):
        self.folder = new_folder()
        self.output = self.folder / "run/gaussian"
        self.output.mkdir(parents=True)
        (self.output / "u.xl").write_text("1 2\n")
        (self.output / "extra.xl").write_text("7\n")

    def judge(self, reference, ccl="", timeout=simulation.HANG_SECONDS):
        thorn = types.SimpleNamespace(ccl=test_ccl.parse(ccl, "test.ccl"), folder=self.folder)
        test = types.SimpleNamespace(thorn=thorn, name="gaussian", reference=reference)
        return judge.judge(test, self.output, {"xl"}, timeout)

    def reference(self, **files):
        folder = self.folder / "reference"
        folder.mkdir()
        for name, text in files.items():
            (folder / name.replace("_", ".")).write_text(text)
        return folder

    def test_extra_files_and_unknown_extensions_do_not_matter_missing_files_do(self):
        verdict = self.judge(self.reference(u_xl="1 2\n", u_par="x", notes="y", v_xl="1\n"))
        self.assertEqual((verdict.compared, verdict.differences), (2, ["v.xl was not written"]))

    def test_archives(self):
        for suffix, mode in ((".tar", "w"), (".tar.gz", "w:gz"), (".tar.bz2", "w:bz2"), (".tar.xz", "w:xz")):
            path = self.folder / f"gaussian{suffix}"
            with tarfile.open(path, mode) as archive:
                for name in ("gaussian/u.xl", "../outside.xl", "gaussian/sub/u.xl"):
                    member = tarfile.TarInfo(name)
                    member.size = 4
                    archive.addfile(member, io.BytesIO(b"1 3\n"))
            (self.output / "outside.xl").write_text("1 3\n")
            verdict = self.judge(path)
            self.assertEqual(verdict.differences,
                             ["u.xl line 1, column 2: 2, expected 3 (they differ by 1, allowed is 3e-12)"], suffix)
            self.assertFalse((self.folder / "run/outside.xl").exists())

    def test_damaged_archives(self):
        for suffix in (".tar", ".tgz"):
            path = self.folder / f"gaussian{suffix}"
            path.write_bytes(b"no archive" * 100)
            verdict = self.judge(path)
            self.assertEqual(verdict.compared, 0)
            self.assertIn(f"{path} cannot be unpacked: ", verdict.differences[0])

    def test_filter_programs(self):
        reference = self.reference(u_xl="1 5\n")
        ccl = "POSTPROC first.sh ^u"
        self.assertIn("needs the POSTPROC program", self.judge(reference, ccl).differences[0])
        program = self.folder / "util/first.sh"
        program.parent.mkdir()
        program.write_text("#!/bin/sh\ncut -d' ' -f1 \"$1\"\n")
        program.chmod(0o755)
        self.assertEqual(self.judge(reference, ccl).differences, [])
        program.write_text("#!/bin/sh\necho no >&2; exit 3\n")
        self.assertRegex(self.judge(reference, ccl).differences[0], "first.sh, which ended with 3: no$")
        program.write_text("#!/bin/sh\nexec sleep 60\n")
        self.assertRegex(self.judge(reference, ccl, timeout=1).differences[0], r"first.sh, which did not end within 1 s \(--timeout\)$")

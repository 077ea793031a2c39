"""What surrounds an exported file: names, times, errors, and that no half file is left."""

from __future__ import annotations

import csv
import errno
import importlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sarrus import EnvironmentProblem, Mechanism, ModelError
from sarrus.results.export import WRITERS, exporting, matlab
from sarrus.results.export.forgiving_file import ForgivingFile
from sarrus.results.export.matlab import valid_fields
from sarrus.system import Run
from sarrus.system.history import History

ENDINGS = list(WRITERS)


@pytest.fixture
def arm(arm_run: Run) -> History:
    return History(arm_run)


def code_of(error: pytest.ExceptionInfo) -> str:
    return error.value.problems[0].code


@pytest.mark.parametrize("ending", ENDINGS)
def test_file_that_is_there_is_kept(arm: History, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"run{ending}"
    path.write_text("mine")
    with pytest.raises(EnvironmentProblem, match="overwrite=True") as error:
        arm.export(path)
    assert code_of(error) == "E-EXISTS" and path.read_text() == "mine"
    assert arm.export(path, overwrite=True) == path
    beside = [path.with_name("run.csv-metadata.json")] if ending == ".csv" else []
    assert path.read_bytes() != b"mine" and sorted(tmp_path.iterdir()) == [path, *beside]


@pytest.mark.parametrize("ending", ENDINGS)
def test_no_half_file_after_an_error(
    arm: History, tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A measure of the user fails in the middle of the history."""

    def late(x: object) -> float:
        if x.t > 0.5:
            raise RuntimeError("sensor is broken")
        return x.t

    monkeypatch.setattr("sarrus.system.rows.chunk.MOST", 17)
    history = History(arm.part)
    history.measure("probe", late)
    (tmp_path / f"old{ending}").write_text("old")
    with pytest.raises(ModelError, match="sensor is broken"):
        history.export(tmp_path / f"run{ending}", ["waist.angle", "probe"])
    with pytest.raises(ModelError, match="sensor is broken"):
        history.export(tmp_path / f"old{ending}", ["probe"], overwrite=True)
    assert [p.name for p in tmp_path.iterdir()] == [f"old{ending}"]
    assert (tmp_path / f"old{ending}").read_text() == "old"


@pytest.mark.parametrize("ending", ENDINGS)
def test_folder_that_is_not_there(arm: History, tmp_path: Path, ending: str) -> None:
    with pytest.raises(EnvironmentProblem, match="cannot be written") as error:
        arm.export(tmp_path / "no" / f"run{ending}")
    assert code_of(error) == "X06" and not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", [".csv", ".parquet", ".mat"])
def test_full_disk(
    arm: History, tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("sarrus.storage.new_file.sync", full)
    with pytest.raises(EnvironmentProblem, match=r"No space.*bytes are free") as error:
        arm.export(tmp_path / f"run{ending}")
    assert code_of(error) == "E-DISK" and not list(tmp_path.iterdir())


def test_every_write_of_a_netcdf_file_may_fail(tmp_path: Path) -> None:
    """In a process of its own: a library that is hit by a full disk may take it along."""
    program = Path(__file__).with_name("failing_writes.py")
    command = [sys.executable, "-W", "error", str(program), str(tmp_path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 20  # writes, each of which failed once
    assert not done.stderr and not list(tmp_path.iterdir())


def test_another_file_that_came_meanwhile_is_kept(
    arm: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.csv"
    real = exporting.WRITERS[".csv"]

    def slow(contents: object, part: str) -> None:
        real(contents, part)
        path.write_text("theirs")

    monkeypatch.setitem(exporting.WRITERS, ".csv", slow)
    with pytest.raises(EnvironmentProblem) as error:
        arm.export(path)
    assert code_of(error) == "E-EXISTS" and path.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [path]


def test_names_of_files(arm: History, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no writer knows.*\.parquet") as error:
        arm.export(tmp_path / "run.xls")
    assert code_of(error) == "F20"
    with pytest.raises(ModelError) as error:
        arm.export(str(tmp_path / "ru\0n.csv"))
    assert code_of(error) == "M31"
    with pytest.raises(ModelError, match="Did you mean") as error:
        arm.export(tmp_path / "run.csv", ["hand.positon"])
    assert code_of(error) == "M09"
    assert not list(tmp_path.iterdir())
    assert arm.export(tmp_path / "RUN.CSV").exists()


@pytest.mark.parametrize(
    ("ending", "library"),
    [(".nc", "h5netcdf"), (".h5", "h5py"), (".parquet", "pyarrow"), (".mat", "scipy.io")],
)
def test_missing_library_is_named(
    arm: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, library: str
) -> None:
    real = importlib.import_module

    def missing(name: str, *rest: object) -> object:
        if name == library:
            raise ModuleNotFoundError(f"No module named '{name}'")
        return real(name, *rest)

    monkeypatch.setattr(exporting, "import_module", missing)
    package = library.partition(".")[0]
    with pytest.raises(EnvironmentProblem, match=rf"'{library}'.*install {package}\)") as error:
        arm.export(tmp_path / f"run{ending}")
    assert code_of(error) == "X05" and not list(tmp_path.iterdir())


def test_csv_loads_no_other_library() -> None:
    program = (
        "import sys; import sarrus.results.export\n"
        "sys.exit(bool({'pandas', 'h5py', 'pyarrow', 'scipy.io'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_other_times_and_default_channels(arm: History, tmp_path: Path) -> None:
    times = np.linspace(0.105, 0.9, 7)
    path = arm.export(tmp_path / "run.csv", times=times)
    with path.open(newline="", encoding="utf-8") as stream:
        head, *rows = csv.reader(stream)
    table = np.array(rows, dtype=float)
    assert np.array_equal(table[:, 0], times)
    assert head[1] == "waist.angle [rad]" and "wrist.omega_z [rad/s]" in head
    assert np.array_equal(table[:, 1], arm.at(times)["waist.angle"])


@pytest.mark.parametrize("ending", ENDINGS)
def test_history_without_states(arm: History, tmp_path: Path, ending: str) -> None:
    path = arm.between(2.0, 3.0).export(tmp_path / f"run{ending}", ["hand.position", "energy"])
    assert path.stat().st_size > 0


def test_drive_is_exported(tmp_path: Path) -> None:
    m = Mechanism("pendulum")
    m.body("bob", 1.0, (0, 0, -1))
    m.revolute("A", m.ground, "bob", at=(0, 0, 0), axis="y")
    drive = (
        m.build().compile(kernels=()).drive({"A": lambda t: 0.5 * t}, times=np.linspace(0, 1, 5))
    )
    text = History(drive).export(tmp_path / "drive.csv", ["A.angle"]).read_text(encoding="utf-8")
    assert text.splitlines()[-1] == "1.0,0.5"


def test_odd_names_and_columns_asked_for_twice(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    h5netcdf = pytest.importorskip("h5netcdf")
    m = Mechanism("odd")
    m.body('b#1, "x"/ü', 1.0, (0, 0, -1))
    m.revolute("A", m.ground, 'b#1, "x"/ü', at=(0, 0, 0), axis="y")
    system = m.build().compile(kernels=())
    history = History(system.simulate(system.assemble(), until=0.1, every=0.05))
    history.measure("axis", lambda x: 2.0 * x.t)
    name = 'b#1, "x"/ü.position'
    asked = [name, f"{name}.x", name, "axis"]
    path = history.export(tmp_path / "run.csv", asked)
    assert path.read_bytes().startswith(b"\xef\xbb\xbf"), "spreadsheets know UTF-8 by the mark"
    frame = pandas.read_csv(path)
    assert list(frame.columns) == ["t [s]", *(f"{name}.{c} [m]" for c in "xyz"), "axis"]
    with h5netcdf.File(history.export(tmp_path / "run.nc", asked), "r") as file:
        assert {v.attrs.get("channel") for v in file.variables.values()} == {None, *asked}
        assert file[name.replace("/", "_")].shape == (3, 3)
        assert list(file["axis_"][:]) == [0.0, 0.1, 0.2]
    assert history.export(tmp_path / "run.parquet", asked).exists()
    assert history.export(tmp_path / "run.mat", asked).exists()


def test_fields_of_matlab() -> None:
    odd = ["A.angle", "A_angle", "1st", "end", "_x", "ü", "a" * 70, "a" * 70 + "b", ""]
    found = valid_fields(odd)
    assert found[:4] == ["A_angle", "A_angle_2", "x_1st", "x_end"]
    assert len(set(found)) == len(odd) and all(len(f) <= 63 for f in found)
    assert all(f.isascii() and f.isidentifier() and f[0].isalpha() for f in found)


def test_mat_file_has_a_largest_size(
    arm: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matlab, "MOST_BYTES", 1000)
    with pytest.raises(ModelError, match=r"at most 1,000 bytes.*\.parquet") as error:
        arm.export(tmp_path / "run.mat")
    assert code_of(error) == "X07" and not list(tmp_path.iterdir())


def test_a_file_that_could_not_be_made_has_nothing_to_close(tmp_path: Path) -> None:
    """Its end is no error of its own, which Python 3.13 would print."""
    place = tmp_path / "there.nc"
    place.touch()
    with pytest.raises(FileExistsError):
        ForgivingFile(str(place))
    ForgivingFile.__new__(ForgivingFile).close()

"""Modal bodies whose finite-element model stands in the model file or in those of others."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.io import mmwrite

import sarrus
from command_line import run_line
from fem.test_files import write_job
from fem.test_nastran import comma, dmig, grids
from sarrus.fem import (
    BeamMaterial,
    BeamModes,
    PlateModes,
    Section,
    beam_structure,
    craig_bampton,
    modes_of_matrices,
    plate_structure,
    read_calculix,
    read_nastran,
)
from sarrus.formats.writing.yaml_text import yaml_text

ROUND = {"section": "round", "diameter": 0.01, "material": "steel"}


def document(modes, joints="{A: {type: revolute, parent: ground, child: arm.frame, at: [0, 0, 0]"
             ", axis: y}}"):  # fmt: skip
    return f"sarrus: 1\nname: arm\nmodal_bodies:\n  arm:\n    modes: {modes}\njoints: {joints}\n"


def load(folder, modes):
    (folder / "arm.yaml").write_text(document(modes))
    return sarrus.load(folder / "arm.yaml")


def built(modes):
    m = sarrus.Mechanism("arm")
    arm = m.modal_body("arm", modes)
    m.revolute("A", m.ground, arm.frame, at=(0, 0, 0), axis="y")
    return m.build()


def refused(folder, modes):
    with pytest.raises(sarrus.ModelError) as caught:
        load(folder, modes)
    return caught.value.problems


def test_beam_of_a_file_has_the_modes_of_the_reduction(tmp_path):
    found = load(
        tmp_path,
        "{type: BeamModes, a: [0, 0, 0], b: [50 cm, 0, 0], elements: 6, section: round, diameter: "
        "10 mm, material: steel, interfaces: {root: 0, mid: 3, tip: {near: [0.49, 0, 0]}}, "
        "reference: root, modes: 2, keep: 4, stresses: {root: 0}, second_order: true}",
    )
    rod = beam_structure((0, 0, 0), (0.5, 0, 0), elements=6, **ROUND)
    expected = craig_bampton(
        rod, {"root": 0, "mid": 3, "tip": 6}, modes=2, reference="root", keep=4,
        stresses={"root": 0}, second_order=True,
    )  # fmt: skip
    assert found == built(expected)


def test_section_and_material_by_their_numbers(tmp_path):
    found = load(
        tmp_path,
        "{type: BeamModes, a: [0, 0, 0], b: [1, 0, 0], area: 4 cm^2, torsion_constant: 2e-8, "
        "second_moment_y: 1e-8, second_moment_z: 3e-8, up: [0, 1, 0], young_modulus: 70 GPa, "
        "poisson_ratio: 0.25, density: 2.7 g/cm^3, interfaces: {a: 0, b: 8}, keep: 3}",
    )
    rod = beam_structure(
        (0, 0, 0), (1, 0, 0), elements=8, section=Section(4e-4, 2e-8, 1e-8, 3e-8), up=(0, 1, 0),
        material=BeamMaterial(70e9, 28e9, 2700.0),
    )  # fmt: skip
    assert found == built(craig_bampton(rod, {"a": 0, "b": 8}, modes=0, keep=3))


def test_plate_of_a_file_is_held_along_an_edge(tmp_path):
    found = load(
        tmp_path,
        "{type: PlateModes, length: 0.4, width: 0.2, thickness: 2 mm, elements: [4, 2], material: "
        "steel, interfaces: {edge: {from: [0, 0, 0], to: [0, 0.2, 0]}, tip: 9}, reference: edge, "
        "keep: 2, stresses: {edge: {near: [0, 0.1, 0]}}}",
    )
    plate = plate_structure(
        0.4, 0.2, 0.002, elements=(4, 2), young_modulus=210e9, poisson_ratio=0.3, density=7850.0
    )
    frames = {"edge": [0, 5, 10], "tip": 9}
    expected = craig_bampton(plate, frames, modes=0, reference="edge", keep=2, stresses={"edge": 5})
    assert found == built(expected)


def test_matrices_of_nastran_with_the_numbers_of_its_grids(tmp_path):
    rod = beam_structure(
        (0, 0, 0), (0.6, 0, 0.2), elements=4, section="rectangle", width=0.02, height=0.01,
        material="steel",
    )  # fmt: skip
    K, M = rod.stiffness.toarray(), rod.mass_matrix.toarray()
    lines = [*dmig("KAAX", K), *dmig("MAAX", M), *grids(comma)]
    (tmp_path / "rod.pch").write_text("\n".join(lines))
    found = load(
        tmp_path,
        "{type: NastranModes, matrices: rod.pch, interfaces: {root: 10, tip: 50}, reference: root, "
        "modes: 1, keep: 2}",
    )
    model = read_nastran(tmp_path / "rod.pch")
    expected = modes_of_matrices(model, {"root": 0, "tip": 4}, modes=1, reference="root", keep=2)
    assert found == built(expected)


def test_matrices_of_calculix_and_of_matrix_market(tmp_path):
    write_job(tmp_path)
    options = "interfaces: {root: [10, 20, 30], tip: 50}, reference: root, modes: 1"
    found = load(tmp_path, f"{{type: CalculixModes, job: job, {options}}}")
    model = read_calculix(tmp_path / "job")
    frames = {"root": (0, 1, 2), "tip": 4}
    assert found == built(modes_of_matrices(model, frames, modes=1, reference="root"))
    at = [6 * node + k for node in range(5) for k in range(3)]
    for name, A in (("k", model.stiffness), ("m", model.mass_matrix)):
        mmwrite(tmp_path / f"{name}.mtx", A.tocsr()[at][:, at], precision=17)
    of_files = "type: MatrixMarketModes, stiffness: k.mtx, mass: m.mtx"
    by_number = load(tmp_path, f"{{{of_files}, nodes: job.inp, {options}}}")
    assert [b.name for b in by_number.bodies] == [b.name for b in found.bodies]
    same = (
        x.mass == pytest.approx(y.mass) for x, y in zip(by_number.bodies, found.bodies, strict=True)
    )
    assert all(same)
    places = model.positions.tolist()
    by_place = load(
        tmp_path,
        f"{{{of_files}, positions: {places}, interfaces: {{root: [0, 1, 2], tip: {{near: [1, 1, 1]"
        "}}, reference: root, modes: 1}",
    )
    assert by_place == by_number


def test_millimetres_and_tonnes_of_a_file(tmp_path):
    rod = beam_structure((0, 0, 0), (1, 0, 0), elements=3, **ROUND)
    at = np.array([1.0, 1.0, 1.0, 1e3, 1e3, 1e3] * 4)  # turns: forces times mm
    K = rod.stiffness.toarray() * np.outer(at, at) * 1e-3
    M = rod.mass_matrix.toarray() * np.outer(at, at) * 1e-3
    for name, A in (("k", K), ("m", M)):
        mmwrite(tmp_path / f"{name}.mtx", A, precision=17)
    found = BeamModes(
        a=(0, 0, 0), b=(1, 0, 0), elements=3, interfaces={"a": 0, "b": 3}, keep=3, **ROUND
    ).mode_set
    other = sarrus.fem.MatrixMarketModes(
        stiffness=str(tmp_path / "k.mtx"), mass=str(tmp_path / "m.mtx"), units="mm-t-s", keep=3,
        positions=(1e3 * rod.positions).tolist(), interfaces={"a": 0, "b": 3},
    ).mode_set  # fmt: skip
    assert other.mass == pytest.approx(found.mass)
    assert other.frequencies == pytest.approx(found.frequencies, rel=1e-6)


def test_models_of_the_builder_are_written_as_records(tmp_path):
    source = PlateModes(
        length=0.4, width=0.2, thickness=2e-3, elements=(4, 2), material="steel", keep=2,
        interfaces={"edge": (0, 5, 10), "tip": {"near": (0.4, 0.2, 0.0)}}, reference="edge",
    )  # fmt: skip
    m = sarrus.Mechanism("arm")
    panel = m.modal_body("panel", source, damping_ratio=0.01)
    m.weld("W", m.ground, panel.frame, at=(0, 0.1, 0))
    path = tmp_path / "arm.yaml"
    path.write_text(yaml_text(m, None))
    assert "type: PlateModes" in path.read_text()
    assert sarrus.load(path) == m.build()


BEAM = ("type: BeamModes, a: [0, 0, 0], b: [1, 0, 0], elements: 4, section: round, diameter: 1 cm, "
        "material: steel, interfaces: {root: 0, tip: 4}, reference: root")  # fmt: skip
BAD = {
    "no record": ("3", "S91", "modes"),
    "no type": ("{a: [0, 0, 0]}", "M09", "modes"),
    "other type": ("{type: ShellModes}", "M09", "modes / type"),
    "node": (f"{{{BEAM.replace('root: 0', 'root: 7')}}}", "S91", "modes / interfaces / root"),
    "key": (f"{{{BEAM}, colour: red}}", "M09", "modes"),
    "interface": (f"{{{BEAM.replace('tip: 4', 'tip: {at: [1, 0, 0]}')}}}", "S91", "tip"),
    "empty box": (
        f"{{{BEAM.replace('tip: 4', 'tip: {from: [2, 0, 0], to: [3, 0, 0]}')}}}", "S91", "tip"
    ),
    "none": (f"{{{BEAM.replace('{root: 0, tip: 4}', '{}')}}}", "S91", "modes / interfaces"),
    "reference": (f"{{{BEAM.replace('reference: root', 'reference: toor')}}}", "S91", "reference"),
    "elements": (f"{{{BEAM.replace('elements: 4', 'elements: 0')}}}", "M25", "elements"),
    "many": (f"{{{BEAM.replace('elements: 4', 'elements: 99999')}}}", "M25", "elements"),
    "modes": (f"{{{BEAM}, modes: 1000}}", "M04", "modes / modes"),
    "material": (f"{{{BEAM.replace('material: steel', 'material: cheese')}}}", "S94", "material"),
    "no material": (f"{{{BEAM.replace('material: steel, ', '')}}}", "M28", "modes"),
    "no section": (f"{{{BEAM.replace('section: round, ', '')}}}", "M28", "modes"),
    "sizes": (f"{{{BEAM.replace('diameter', 'width')}}}", "S94", "section"),
    "unit": (f"{{{BEAM.replace('1 cm', '1 kg')}}}", "M05", "diameter"),
    "negative": (f"{{{BEAM.replace('1 cm', '-1 cm')}}}", "M04", "diameter"),
    "stress": (f"{{{BEAM}, stresses: {{root: [0, 1]}}}}", "S91", "stresses / root"),
    "no file": (
        "{type: NastranModes, matrices: rod.pch, interfaces: {a: 1}}", "S97", "modes / matrices"
    ),
    "outside": (
        "{type: CalculixModes, job: ../job, interfaces: {a: 1}}", "F08", "modes / job"
    ),
    "units": (
        "{type: CalculixModes, job: job, units: cm, interfaces: {a: 1}}", "S95", "units"
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_what_is_no_finite_element_model_is_named_at_its_key(case, tmp_path):
    text, code, words = BAD[case]
    write_job(tmp_path)
    found = refused(tmp_path, text)
    assert [problem.code for problem in found] == [code]
    assert "modal body 'arm'" in found[0].element and words in found[0].element
    assert found[0].location.file.endswith("arm.yaml") and found[0].location.line == 5
    assert found[0].rule


def test_line_of_a_matrix_file_is_named(tmp_path):
    write_job(tmp_path, broken="job.sti")
    found = refused(tmp_path, "{type: CalculixModes, job: job, interfaces: {tip: 50}}")
    assert [problem.code for problem in found] == ["S97"]
    assert found[0].location.file.endswith("job.sti") and found[0].location.line == 1
    assert "modal body 'arm'" in found[0].element


def test_interface_of_an_unknown_node_of_a_matrix_file_is_named(tmp_path):
    write_job(tmp_path)
    found = refused(tmp_path, "{type: CalculixModes, job: job, interfaces: {tip: 55}}")
    assert [problem.code for problem in found] == ["S91"]
    assert "55" in found[0].value and found[0].element.endswith("interfaces / tip")


def test_bodies_repeated_with_for_have_models_of_their_own(tmp_path):
    path = tmp_path / "arms.yaml"
    path.write_text(
        "sarrus: 1\nname: arms\nmodal_bodies:\n  arm_{i}:\n    for: {i: 1..2}\n"
        f"    modes: {{{BEAM.replace('[1, 0, 0]', '[0.2*i, 0, 0]')}, keep: 2}}\n"
        "joints:\n  A_{i}:\n    for: {i: 1..2}\n    type: weld\n    parent: ground\n"
        "    child: arm_{i}.frame\n    at: [0, 0, 0]\n"
    )
    model = sarrus.load(path)
    sizes = [sum(b.mass for b in model.bodies if b.name.startswith(f"arm_{i}.")) for i in (1, 2)]
    assert sizes == pytest.approx([7850 * np.pi * 0.005**2 * x for x in (0.2, 0.4)], rel=1e-9)


def test_command_line_checks_such_a_file(tmp_path):
    path = tmp_path / "arm.yaml"
    path.write_text(document(f"{{{BEAM}, keep: 2}}"))
    done = run_line(["check", str(path)])
    assert done.exit_code == 0 and "ok" in done.output
    path.write_text(document(f"{{{BEAM.replace('root: 0', 'root: 7')}, keep: 2}}"))
    done = run_line(["check", str(path)])
    assert (
        done.exit_code != 0 and "arm.yaml:5:" in done.output and "interfaces / root" in done.output
    )

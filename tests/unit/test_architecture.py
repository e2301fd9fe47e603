"""The measures of the tree: what counts as crowded, foggy, twice or short, and a ceiling that only goes down."""

from pathlib import Path

from tools.architecture import ROOMY, Measure, is_participle, judge, lower_ceilings, measures


def _tree(root: Path) -> Path:
    source = root / "craps"
    (source / "inner").mkdir(parents=True)
    (source / "__init__.py").write_text("")
    (source / "dice.py").write_text("def told() -> None: ...\n\n\nclass Roll: ...\n" + "# a line\n" * 60)
    (source / "inner" / "dice.py").write_text("class Roll: ...\n\n\nclass _Own: ...\n")
    return source


def test_a_small_tree_is_measured_to_the_name(tmp_path: Path) -> None:
    assert measures(_tree(tmp_path)) == [
        Measure("crowded folders", ()),
        Measure("module names twice", ("dice: dice.py", "dice: inner/dice.py")),
        Measure("class names twice", ("Roll: dice.py", "Roll: inner/dice.py")),
        Measure("bare participles", ("dice.py: told",)),
        Measure("short modules", ("inner/dice.py: 4",)),
    ]


def test_a_folder_is_crowded_above_twelve_entries_without_its_own_file(tmp_path: Path) -> None:
    source = _tree(tmp_path)
    for number in range(ROOMY - 2):
        (source / f"module{number}.py").write_text("")
    assert measures(source)[0].found == ()
    (source / "one_more.toml").write_text("")
    assert measures(source)[0].found == ("craps: 13",)


def test_one_above_its_ceiling_fails_and_is_named() -> None:
    found = [Measure("bare participles", ("a.py: told", "b.py: kept")), Measure("short modules", ())]
    assert judge(found, {"bare participles": 2, "short modules": 0})[1]
    lines, good = judge(found, {"bare participles": 1})
    assert not good
    assert "    b.py: kept" in lines


def test_a_ceiling_is_lowered_and_never_raised() -> None:
    found = [Measure("bare participles", ("a.py: told",)), Measure("short modules", ("a.py: 3", "b.py: 4"))]
    assert lower_ceilings(found, {"bare participles": 5, "short modules": 1}) == {
        "bare participles": 1,
        "short modules": 1,
    }


def test_verbs_and_nouns_are_no_participles() -> None:
    assert [name for name in ("seed", "need", "settle", "refused_role", "is_kept") if is_participle(name)] == []
    assert [name for name in ("told", "counted", "_kept") if not is_participle(name)] == []


def test_the_project_is_below_its_ceilings() -> None:
    from tools.architecture import main

    assert main([]) == 0

"""The settings file: what is kept, and what a broken file leads to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rummy500_client.i18n.words import best_language
from rummy500_client.settings import (
    BackChoice,
    ClothChoice,
    Faces,
    KeptOrder,
    Language,
    ReducedMotion,
    Settings,
    SoundGroup,
    Sounds,
    Speed,
    ThemeChoice,
    without_looks,
)
from rummy500_client.settings_file import SettingsFile, system_languages


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "deep" / "folder")
    settings = Settings(Language.SPANISH, "Inés", "example.org:9000", 4, "easy", 200)
    settings = settings.with_token("ws://example.org:9000/", "secret")
    file.save(settings)
    assert SettingsFile(file.folder).load() == settings


def test_no_file_means_defaults(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    assert file.load() == Settings()
    assert not file.broken


@pytest.mark.parametrize("text", ["{", "[1, 2]", "\x00\xff", ""])
def test_a_broken_file_is_set_aside(tmp_path: Path, text: str) -> None:
    file = SettingsFile(tmp_path)
    file.path.write_bytes(text.encode("latin-1"))
    assert file.load() == Settings()
    assert file.broken
    assert not file.path.exists()
    assert (tmp_path / "settings.broken.json").exists()
    file.save(Settings(name="Ana"))
    assert file.load().name == "Ana"


def test_values_that_do_not_fit_have_their_default(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    file.path.write_text(
        '{"language": 3, "name": ["x"], "seats": 9, "level": "god", "target": true,'
        ' "tokens": {"a": 1, "b": "c"}, "unknown": 1}'
    )
    assert file.load() == Settings(tokens={"b": "c"})


def test_nothing_but_the_file_is_left_behind(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    file.save(Settings())
    file.save(Settings(name="Ana"))
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "es_AR.UTF-8"}, "es"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANGUAGE": "de:es", "LANG": "en_US"}, "es"),
        ({"LC_ALL": "es", "LANG": "en_US"}, "es"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_system(environment: dict[str, str], language: str) -> None:
    assert best_language(system_languages(environment)) == language


def test_a_file_that_is_nested_too_deep_or_too_long_is_set_aside(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    for text in ("[" * 100_000, '{"name": "' + "x" * 1_100_000 + '"}'):
        file.path.write_text(text)

        assert file.load() == Settings()
        assert not file.path.exists()


def test_a_folder_in_the_place_of_the_file_is_set_aside(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    file.path.mkdir()

    assert file.load() == Settings()
    file.save(Settings(name="Ana"))
    assert file.load().name == "Ana"


def test_a_file_of_another_version_is_read_as_far_as_it_is_understood(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    text = '{"version": 9, "name": "Ana", "cloth": "silk", "theme": "light", "future": [1]}'
    file.path.write_text(text)
    loaded = file.load()
    file.save(loaded)

    assert loaded == Settings(name="Ana", theme=ThemeChoice.LIGHT)
    assert (tmp_path / "settings.other.json").read_text() == text


def test_looks_and_sounds_that_do_not_fit_have_their_default(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    file.path.write_text(
        '{"card_scale": 300, "four_colours": 1, "speed": "warp", "hints": "no",'
        ' "sounds": {"muted": true, "turn": 101, "plays": true, "alerts": 0}}'
    )

    assert file.load() == Settings(sounds=Sounds(muted=True, alerts=0))


def test_the_order_of_a_hand_is_kept_and_one_that_is_none_forgotten(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    settings = Settings(order=KeptOrder("t1", 3, (50, 0, 7)))
    file.save(settings)

    assert file.load() == settings
    for cards in ('"50"', "[50, true]", "[-1]", "{}"):
        text = f'{{"order": {{"table": "t1", "hand": 3, "cards": {cards}}}}}'
        file.path.write_text(text)
        assert file.load() == Settings()


def test_a_way_to_sort_is_kept_and_one_that_is_none_forgotten(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    file.save(Settings(sort="melds"))
    assert file.load().sort == "melds"
    file.path.write_text('{"sort": "own"}')
    assert file.load() == Settings()


def test_every_look_is_kept(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    settings = Settings(
        theme=ThemeChoice.LIGHT,
        cloth=ClothChoice.NIGHT,
        four_colours=True,
        faces=Faces.LARGE,
        back=BackChoice.INK,
        card_scale=145,
        speed=Speed.SLOW,
        reduced_motion=ReducedMotion.ON,
        sounds=Sounds(muted=True, turn=1, plays=2, people=3, alerts=4),
        confirm=False,
        hints=False,
    )
    file.save(settings)

    assert file.load() == settings
    assert without_looks(replace(settings, name="Ana")) == Settings(name="Ana")


def test_a_folder_for_reading_only_stops_nothing_but_the_saving(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = SettingsFile(tmp_path)
    file.path.write_text("{")

    def refuse(*_args: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "replace", refuse)

    assert file.load() == Settings()
    file.reset()
    with pytest.raises(PermissionError):
        file.save(Settings())
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


def test_a_muted_program_is_silent() -> None:
    assert Sounds(turn=40).volume(SoundGroup.TURN) == pytest.approx(0.4)
    assert all(Sounds(muted=True).volume(group) == 0 for group in SoundGroup)

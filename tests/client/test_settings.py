"""The settings file: what is kept, and what a broken file leads to."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummy500_client.i18n.words import best_language
from rummy500_client.settings import Language, Settings, SettingsFile, system_languages


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "deep" / "folder")
    settings = Settings(Language.SPANISH, "Inés", "example.org:9000", 4, "easy", 200)
    settings = settings.with_token("ws://example.org:9000/", "secret")
    file.save(settings)
    assert SettingsFile(file.folder).load() == settings


def test_no_file_means_defaults(tmp_path: Path) -> None:
    assert SettingsFile(tmp_path).load() == Settings()


@pytest.mark.parametrize("text", ["{", "[1, 2]", "\x00\xff", ""])
def test_a_broken_file_is_set_aside(tmp_path: Path, text: str) -> None:
    file = SettingsFile(tmp_path)
    file.path.write_bytes(text.encode("latin-1"))
    assert file.load() == Settings()
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

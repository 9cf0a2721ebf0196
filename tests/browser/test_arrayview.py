"""The array view: pointer, keyboard, slider, sweep, waves, downloads, table, and half a thousand by half a thousand."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Request, expect

from proof.site import Site
from tests.browser.lesson import Picture, numbers, right, table_of_24, theory
from tests.browser.workspace import Workspace, attempt

LARGE = 512
INKS_DIFFER = """(view) => {
    const probe = view.appendChild(document.createElement("i"));
    const [ink, sheet] = ["--ink", "--sheet"].map((name) => {
        probe.style.color = `var(${name})`;
        return getComputedStyle(probe).color;
    });
    probe.remove();
    return ink !== sheet;
}"""


@pytest.fixture
def picture(page: Page) -> Picture:
    return table_of_24(theory(page))


def test_pointing_at_a_cell_reads_it(picture: Picture) -> None:
    picture.point_at(3, 2)
    expect(picture.reading).to_have_text(f"position 3, column 2: {right(24, 48)[3, 2]:.4f}")
    picture.slider.hover()
    expect(picture.reading).to_contain_text("Point at a cell")


def test_arrow_keys_move_through_the_cells_and_spotlight_rows(picture: Picture) -> None:
    page = picture.view.page
    picture.stage.focus()
    for key in ["ArrowDown"] * 3 + ["ArrowRight"] * 2:
        page.keyboard.press(key)
    expect(picture.reading).to_have_text(f"position 3, column 2: {right(24, 48)[3, 2]:.4f}")
    expect(picture.here).to_have_text("position 3")
    expect(picture.view.locator("[aria-live]")).to_contain_text("position 3, column 2")
    for key, there in [("End", "3, column 47"), ("PageDown", "13, column 47"), ("Control+Home", "0, column 0"),
                       ("ArrowUp", "0, column 0"), ("Control+End", "23, column 47")]:  # fmt: skip
        page.keyboard.press(key)
        expect(picture.reading).to_contain_text(f"position {there}:")


def test_the_slider_spotlights_a_row_and_says_which(picture: Picture) -> None:
    picture.slider.focus()
    picture.view.page.keyboard.press("ArrowRight")
    expect(picture.here).to_have_text("position 1")
    expect(picture.slider).to_have_attribute("aria-valuetext", "position 1")


def test_blue_is_negative_orange_positive_and_zero_neither(picture: Picture) -> None:
    table = right(24, 48)
    for row, column in [(4, 0), (11, 0), (3, 1), (8, 0), (1, 1), (0, 47)]:
        red, _, blue = picture.colour(row, column)
        assert (red > blue) == (table[row, column] > 0), (row, column)
        assert abs(red - blue) > 40
    red, _, blue = picture.colour(0, 46)
    assert abs(red - blue) < 20


def test_a_click_on_a_column_draws_its_wave_with_its_wavelength(picture: Picture) -> None:
    picture.click(5, 8)
    expect(picture.waves).to_have_count(1)
    expect(picture.waves.first).to_contain_text("column 8")
    expect(picture.waves.first).to_contain_text(f"wavelength {2 * np.pi * 10000 ** (8 / 48):.1f} positions")
    assert picture.waves.first.locator("svg .wave-line path").get_attribute("d")
    expect(picture.here).to_have_text("position 5")
    picture.click(5, 8)
    expect(picture.waves).to_have_count(0)


def test_waves_are_drawn_and_removed_by_keyboard_and_at_most_three_stay(picture: Picture) -> None:
    page = picture.view.page
    picture.stage.focus()
    for _ in range(4):
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
    expect(picture.waves).to_have_count(3)
    expect(picture.waves.first).to_contain_text("column 1")
    picture.view.get_by_role("button", name="Remove the wave of column 2").click()
    expect(picture.waves).to_have_count(2)
    expect(picture.stage).to_be_focused()


def test_plot_is_fetched_only_for_a_wave(page: Page) -> None:
    asked: list[str] = []

    def remember(request: Request) -> None:
        asked.append(request.url)

    page.on("request", remember)
    picture = table_of_24(theory(page))
    assert not [url for url in asked if re.search(r"/wave-[^/]+\.js", url)]
    picture.click(0, 0)
    expect(picture.waves).to_have_count(1)
    assert [url for url in asked if re.search(r"/wave-[^/]+\.js", url)]


def test_a_sweep_plays_the_rows_and_can_be_stopped(picture: Picture) -> None:
    picture.view.get_by_role("button", name="Sweep").click()
    stop = picture.view.get_by_role("button", name="Stop")
    expect(picture.here).to_have_text(re.compile(r"position ([4-9]|1\d)"))
    stop.click()
    at = picture.here.text_content()
    picture.view.page.wait_for_timeout(700)
    assert picture.here.text_content() == at
    picture.view.get_by_role("button", name="Sweep").click()
    expect(picture.here).to_have_text("position 23", timeout=15_000)
    expect(picture.view.get_by_role("button", name="Sweep")).to_be_visible()


def test_who_wants_less_motion_steps_instead(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.url, reduced_motion="reduce")
    picture = table_of_24(theory(context.new_page()))
    button = picture.view.get_by_role("button", name="Next position")
    button.click()
    button.click()
    picture.view.page.wait_for_timeout(500)
    expect(picture.here).to_have_text("position 2")
    assert picture.view.evaluate(INKS_DIFFER)  # no change takes time, not even a millisecond
    context.close()


def test_the_numbers_are_a_table_too(picture: Picture) -> None:
    picture.view.get_by_text("All numbers as a table").click()
    rows = picture.view.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(25)
    expect(rows.nth(4).get_by_role("cell").nth(2)).to_have_text(f"{right(24, 48)[3, 2]:.4f}")


def test_csv_and_png_can_be_downloaded(picture: Picture, tmp_path: Path) -> None:
    page = picture.view.page
    with page.expect_download() as download:
        picture.view.get_by_role("link", name="CSV").click()
    download.value.save_as(tmp_path / "array.csv")
    np.testing.assert_allclose(numbers(tmp_path / "array.csv"), right(24, 48), atol=1e-15)
    with page.expect_download() as download:
        picture.view.get_by_role("button", name="PNG").click()
    download.value.save_as(tmp_path / "array.png")
    content = (tmp_path / "array.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) > 2000


def test_the_picture_changes_with_the_theme(picture: Picture) -> None:
    before = picture.colour(0, 46)
    picture.view.page.get_by_label("Dark").check()
    after = picture.colour(0, 46)
    assert sum(before) > 600 > 300 > sum(after)
    picture.view.page.get_by_label("As the system").check()


@pytest.fixture
def large(page: Page) -> Picture:
    """A matrix of 512 x 512 in the place of the lesson's own."""
    values = right(LARGE, LARGE)
    page.route("**/large.f64", lambda route: route.fulfill(body=values.astype("<f8").tobytes()))
    theory(page)
    page.evaluate(
        """(count) => {
            const all = Array.from({length: count}, (_, index) => index);
            const facts = {source: "/large.f64", rows: all, columns: all, rowName: "position", columnName: "column",
                           rowLabels: [], columnLabels: [], wavelengths: [], digits: 4, whole: false};
            const view = document.createElement("array-view");
            view.id = "large";
            const script = document.createElement("script");
            script.type = "application/json";
            script.textContent = JSON.stringify(facts);
            view.append(script);
            document.querySelector("#theory .prose").prepend(view);
        }""",
        LARGE,
    )
    table_of_24(page)  # brings the script
    page.locator("[data-panels]").evaluate("element => element.scrollTop = 0")
    return Picture(page.locator("#large"), rows=LARGE, columns=LARGE).shown()


def test_half_a_thousand_by_half_a_thousand_is_one_canvas_and_answers_at_once(large: Picture) -> None:
    page = large.view.page
    assert large.view.locator("*").count() < 40
    large.point_at(300, 7)
    expect(large.reading).to_have_text(re.compile(r"position \d+, column \d+: -?\d\.\d{4}"))
    large.stage.focus()
    page.keyboard.press("Control+End")
    expect(large.reading).to_have_text(f"position 511, column 511: {right(LARGE, LARGE)[511, 511]:.4f}")
    each_ms = large.slider.evaluate(
        """(slider) => {
            const taken = [];
            for (let row = 0; row < 60; row++) {
                const began = performance.now();
                slider.value = String(8 * row);
                slider.dispatchEvent(new Event("input"));
                taken.push(performance.now() - began);
            }
            return taken.sort((one, other) => one - other)[30];
        }"""
    )
    assert each_ms < 16  # a frame at sixty a second, on the median


def test_half_a_thousand_rows_are_swept_in_seconds(large: Picture) -> None:
    large.click(0, 3)
    expect(large.waves).to_have_count(1)
    large.view.get_by_role("button", name="Sweep").click()
    expect(large.here).to_have_text("position 511", timeout=20_000)


def test_results_show_expected_yours_and_difference_with_one_cursor(workspace: Workspace) -> None:
    workspace.write(attempt("wrong_unlisted"))
    report = workspace.submit()
    comparison = report.locator(".tests array-comparison").first
    comparison.scroll_into_view_if_needed()
    expect(comparison.locator("figcaption")).to_have_text(["Expected", "Yours", "Difference"])
    reading = comparison.locator(".array-reading")
    expect(reading).to_contain_text("First difference. Row 1, column 0: expected 0.8415, yours 0.6184, off by -0.2231")
    comparison.get_by_role("application").focus()
    workspace.page.keyboard.press("ArrowRight")
    expect(reading).to_contain_text("Row 1, column 1: expected 0.5403")
    for name in ("Expected", "Yours", "Difference"):
        comparison.locator("figure").filter(has_text=name).locator(".heat").hover(position={"x": 60, "y": 60})
        expect(reading).to_contain_text(re.compile(r"Row 1, column 0: expected 0\.8415, yours 0\.6184"))


def test_what_is_compared_can_be_downloaded_as_numbers(workspace: Workspace, tmp_path: Path) -> None:
    workspace.write(attempt("wrong_unlisted"))
    comparison = workspace.submit().locator(".tests array-comparison").first
    comparison.scroll_into_view_if_needed()
    with workspace.page.expect_download() as download:
        comparison.get_by_role("button", name="CSV").click()
    download.value.save_as(tmp_path / "comparison.csv")
    lines = (tmp_path / "comparison.csv").read_text().splitlines()
    assert lines[0] == "row,column,expected,yours,difference"
    values = np.loadtxt(lines[1:], delimiter=",")
    np.testing.assert_allclose(values[:, 2], right(4, 2).ravel(), atol=1e-9)
    np.testing.assert_allclose(values[:, 4], values[:, 3] - values[:, 2], atol=1e-15)


def test_results_of_another_shape_show_both_arrays(workspace: Workspace) -> None:
    workspace.write(attempt("wrong_transposed"))
    report = workspace.submit()
    comparison = report.locator(".tests array-comparison").first
    comparison.scroll_into_view_if_needed()
    expect(comparison.locator("figcaption")).to_have_text(["Expected", "Yours"])

"""A real browser drives the live page through a whole run: plots, fields, a changed parameter, pause, download, stop. It works with
the keyboard alone, fits a phone, and has names for all controls.

The test needs Chromium (Debian: chromium) and the package playwright, which is installed in a virtual environment in the build
folder; otherwise it is skipped. The screenshots are in build/tests/live_page. The case runs this file as a program of that
environment."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from live_page import LiveRun
from parameter_text import wave
from python_environment import NotInstalled, python_environment
from simulation import BUILD, skip

SCREENSHOTS = BUILD / "tests/live_page"
PARAMETERS = {"ActiveThorns": '"HTTPD"', "HTTPD::port": 0, "HTTPD::read_only": '"no"', "cactus::terminate": '"iteration"',
              "cactus::cctk_itlast": 1000000, "IO::out_dir": '"data"', "CaKernel::compiler": '"none"', "IOHDF5::out_every": -1,
              "IOBasic::outInfo_every": 1000, "IOScalar::outScalar_every": -1, "IOASCII::out1D_every": -1, "HTTPD::until_it": 20,
              "HTTPD::until_it_active": '"yes"', "HTTPD::out_vars": "\"Wave::rho Wave::u{reductions='norm2'}\"",
              **{f"driver::global_n{axis}": 41 for axis in "xyz"}}

# --- the program that runs in the environment


def contrast(first, second):
    """The contrast of two colours "rgb(r, g, b)" as WCAG 2 defines it."""
    def luminance(text):
        channels = [int(part) / 255 for part in text[text.index("(") + 1 : text.index(")")].split(",")[:3]]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def open_page(browser, address, errors, **options):
    context = browser.new_context(accept_downloads=True, reduced_motion="reduce", **options)
    page = context.new_page()
    page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: errors.append(request.url) if not request.url.startswith((address.split("#")[0], "data:")) else None)
    page.goto(address)
    return page


def check_names(page):
    """Every control has a name, and text has the contrast that readers need."""
    unnamed = page.evaluate("""() => [...document.querySelectorAll('button, input, select, progress, svg, [role=tab]')].filter(e =>
        e.offsetParent !== null && e.type !== 'hidden' && !(e.textContent.trim() && e.tagName === 'BUTTON') && !e.getAttribute('aria-label')
        && !e.getAttribute('aria-labelledby') && !(e.labels && e.labels.length)).map(e => e.outerHTML)""")
    assert not unnamed, unnamed
    pairs = page.evaluate("""() => ['h1', '#where', '#state', 'dt', 'dd', '.note', 'button', '[role=tab]'].map(s => {
        const e = [...document.querySelectorAll(s)].find(found => found.offsetParent !== null && !found.disabled);
        if (!e) return null;
        let back = e;
        while (back.parentElement && getComputedStyle(back).backgroundColor === 'rgba(0, 0, 0, 0)') back = back.parentElement;
        return [s, getComputedStyle(e).color, getComputedStyle(back).backgroundColor]; }).filter(Boolean)""")
    for name, text, back in pairs:
        assert contrast(text, back) >= 4.5, (name, text, back)


def check_width(page):
    extra = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert extra <= 0, f"the page is {extra} pixels wider than the window"


def drive_desktop(browser, address, folder):
    errors = []
    page = open_page(browser, address, errors, viewport={"width": 1280, "height": 900})
    page.wait_for_selector("#state[data-state=paused]")
    assert page.inner_text("#iteration") == "20"
    assert "token" not in page.evaluate("document.cookie")
    page.wait_for_selector("#charts svg")
    names = page.locator("#charts figcaption").all_inner_texts()
    assert len(names) == 4 and names[0].lower().startswith("wave::rho minimum: "), names
    assert "latest value" in page.get_attribute("#charts svg", "aria-label")
    check_names(page)
    check_width(page)
    page.screenshot(path=folder / "desktop-plots.png", full_page=True)
    page.click("#tab-fields")
    page.wait_for_selector("#slice-plot svg image")
    assert page.input_value("#variable").lower() == "wave::rho" and page.input_value("#axes") == "xy"
    page.select_option("#variable", label=next(name for name in page.locator("#variable option").all_inner_texts() if name.lower() == "wave::u"))
    page.wait_for_function("() => document.querySelector('#slice-text').textContent.toLowerCase().startsWith('wave::u at time')")
    page.select_option("#variable", label=next(name for name in page.locator("#variable option").all_inner_texts() if name.lower() == "wave::rho"))
    page.wait_for_function("() => document.querySelector('#slice-text').textContent.toLowerCase().startsWith('wave::rho at time')")
    page.wait_for_selector("#slice-plot svg image")
    assert "iteration 20, z = 0: from" in page.inner_text("#slice-text"), page.inner_text("#slice-text")
    page.screenshot(path=folder / "desktop-field.png", full_page=True)
    page.select_option("#axes", "x")
    page.wait_for_selector("#slice-plot svg path.curve")
    page.screenshot(path=folder / "desktop-line.png", full_page=True)
    steer(page, folder)
    for tab, ready in {"speed": "#timer-rows tr", "schedule": "#bins details", "log": "#messages p", "files": "#file-rows button"}.items():
        page.click(f"#tab-{tab}")
        page.wait_for_selector(ready)
        check_names(page)
        check_width(page)
        page.screenshot(path=folder / f"desktop-{tab}.png")
    with page.expect_download() as download:
        page.click("#file-rows button[aria-label='Download test.par']")
    assert "Wave::rho" in pathlib.Path(download.value.path()).read_text()
    keyboard(page, folder)
    assert not errors, errors


def steer(page, folder):
    """A wrong value is rejected with its reason, a right value is accepted; cancelling changes nothing."""
    page.click("#tab-parameters")
    page.fill("#search", "IO out_every iterations")
    button = page.get_by_role("button", name="Change IOUtil::out_every")
    button.click()
    assert page.is_visible("#dialog") and "positive" not in page.inner_text("#dialog-title")
    page.screenshot(path=folder / "desktop-parameter.png")
    page.fill("#dialog-value", "17")
    page.click("#dialog-no")
    button.click()
    page.fill("#dialog-value", "-17")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#result').textContent.includes('not in the allowed range')")
    button.click()
    page.fill("#dialog-value", "18")
    page.click("#dialog-yes")
    page.wait_for_function("() => document.querySelector('#result').textContent === 'IOUtil::out_every is now `18`.'")
    assert page.inner_text("#announcement") == "IOUtil::out_every is now `18`."
    page.wait_for_function("() => [...document.querySelectorAll('td.value')].some(cell => cell.textContent.startsWith('18 '))")


def keyboard(page, folder):
    """Continues, pauses and stops the run without a pointer."""
    page.focus("#tabs [aria-selected=true]")
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.id") == "tab-plots" and page.is_visible("#plots")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-fields" and page.is_visible("#fields")
    page.focus("[data-action=resume]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#state[data-state=running]")
    page.wait_for_function("() => Number(document.querySelector('#iteration').textContent) > 25")
    page.focus("[data-action=pause]")
    page.keyboard.press("Space")
    page.wait_for_selector("#state[data-state=paused]")
    page.focus("[data-action=checkpoint]")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#result').textContent.endsWith(' is written.')")
    page.focus("[data-action=stop]")
    page.keyboard.press("Enter")
    assert page.is_visible("#dialog") and page.evaluate("document.activeElement.id") == "dialog-no"
    page.keyboard.press("Escape")
    assert not page.is_visible("#dialog") and page.evaluate("document.activeElement.dataset.action") == "stop"
    page.screenshot(path=folder / "desktop-keyboard.png")


def drive_phone(browser, address, folder):
    errors = []
    page = open_page(browser, address, errors, viewport={"width": 390, "height": 844}, device_scale_factor=2, is_mobile=True, has_touch=True,
                     color_scheme="dark")
    page.wait_for_selector("#charts svg")
    check_names(page)
    check_width(page)
    small = page.evaluate("""() => [...document.querySelectorAll('#controls button, [role=tab]')].filter(e => e.offsetHeight < 44).length""")
    assert small == 0, f"{small} buttons are too small for fingers"
    page.screenshot(path=folder / "phone-plots.png", full_page=True)
    for tab in ("fields", "parameters", "files", "log"):
        page.tap(f"#tab-{tab}")
        page.wait_for_timeout(1500)
        check_width(page)
        page.screenshot(path=folder / f"phone-{tab}.png", full_page=tab == "fields")
    page.tap("[data-action=stop]")
    page.tap("#dialog-yes")
    page.wait_for_selector("#state[data-state=ended]")
    page.screenshot(path=folder / "phone-ended.png")
    unexpected = [error for error in errors if "ERR_CONNECTION" not in error and "Failed to load" not in error]
    assert not unexpected, unexpected


def login(browser, address, folder):
    """Without the token, the page shows nothing of the run and requests it."""
    errors = []
    page = open_page(browser, address.split("#")[0], errors, viewport={"width": 800, "height": 600})
    page.wait_for_selector("#login:visible")
    assert page.inner_text("h1") == "Live page" and not page.is_visible("#content")
    page.fill("#token", "wrong")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#alert').textContent === 'The token is wrong.'")
    page.screenshot(path=folder / "login.png")
    page.fill("#token", address.split("token=")[1])
    page.keyboard.press("Enter")
    page.wait_for_selector("#content:visible")


def drive(address, chromium, folder):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        login(browser, address, folder)
        drive_desktop(browser, address, folder)
        drive_phone(browser, address, folder)
        browser.close()


# --- the case


@pytest.fixture(scope="module")
def browser_python():
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium:
        skip("no Chromium is installed (Debian: chromium)")
    try:
        return python_environment("browser", "playwright", "pytest") / "bin/python", chromium
    except NotInstalled as reason:
        skip(str(reason))


def test_browser_drives_a_run(browser_python):
    python, chromium = browser_python
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    with LiveRun(wave("gaussian", PARAMETERS), 2) as live:
        live.wait_for_state("paused", 20)
        done = subprocess.run([python, __file__, live.address, chromium, SCREENSHOTS], capture_output=True, text=True, timeout=600,
                              env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
        assert done.returncode == 0, done.stderr + live.text()
        code, text = live.finish()
    assert code == 0 and "Live page: The run ends after iteration" in text, text


if __name__ == "__main__":
    drive(*sys.argv[1:3], pathlib.Path(sys.argv[3]))

#!/usr/bin/python3
"""Opens reports in headless Chromium and uses them as a person would.

    check.py REPORT.html...                      checks each; exit 1 and one line for each fault found
    check.py --screenshots DIR REPORT.html...    also writes a picture of each: light, dark, phone

Needs Debian's chromium, chromium-driver and python3-selenium; Scripts/check-reports installs them.
"""
import os
import pathlib
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.support.ui import WebDriverWait

MODES = ["side", "swipe", "blink", "onion", "difference", "amplified", "perceptual"]

# The contrast of each element's text with what lies behind it, after WCAG 2.
CONTRAST = """
const parse = (text) => { const n = text.match(/[\\d.]+/g).map(Number); return n.length < 4 ? [...n, 1] : n; };
const luminance = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => { v /= 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const ground = (node) => { const layers = [];
  for (let n = node; n; n = n.parentElement) layers.push(parse(getComputedStyle(n).backgroundColor));
  const root = getComputedStyle(document.documentElement).colorScheme;
  let c = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255];
  for (const l of layers.reverse()) c = c.map((v, i) => l[i] * l[3] + v * (1 - l[3]));
  return c; };
const found = [];
for (const node of document.querySelectorAll('body *')) {
  const own = [...node.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  if (!own || !node.checkVisibility({visibilityProperty: true}) || node.closest('script, noscript, dialog:not([open])'))
    continue;
  const back = ground(node), front = parse(getComputedStyle(node).color);
  const mixed = front.slice(0, 3).map((v, i) => v * front[3] + back[i] * (1 - front[3]));
  const [a, b] = [luminance(mixed), luminance(back)].sort((x, y) => y - x);
  found.push([(a + 0.05) / (b + 0.05), node.tagName + '.' + node.className + ' ' + node.textContent.trim().slice(0, 40)]);
}
return found;
"""


class Report:
    """One report, opened."""

    def __init__(self, driver, file):
        self.driver = driver
        self.file = file
        self.faults = []

    def expect(self, holds, fault):
        if not holds:
            self.faults.append(fault)
        return holds

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def until(self, condition, seconds=5):
        try:
            return WebDriverWait(self.driver, seconds, 0.05).until(lambda _: condition())
        except TimeoutException:
            return None

    def key(self, *keys):
        self.js("document.activeElement.blur()")
        for key in keys:
            self.one("body").send_keys(key)

    def style(self, selector, name):
        return self.js("const n = document.querySelector(arguments[0]); return n && getComputedStyle(n)[arguments[1]]",
                       selector, name)

    def open(self, width, height, scheme="light", motion="no-preference", touch=False):
        self.width = width
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}]})
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch})
        self.driver.get("about:blank")
        self.driver.get(self.file.as_uri())
        ready = self.until(lambda: self.js("return document.documentElement.dataset.ready") == "yes")
        self.expect(ready, f"{width}x{height} {scheme}: the script did not come to its end")
        self.until(lambda: self.js("return [...document.images].every((i) => i.complete)"))

    def pictures_are_drawn(self):
        return self.js("return [...document.querySelectorAll('#stage img')]"
                       ".every((i) => i.complete && i.naturalWidth == i.dataset.width)")

    def mode(self, name):
        self.one(f"[data-mode={name}]").click()
        self.until(self.pictures_are_drawn)
        pressed = [b.get_attribute("data-mode") for b in self.find("#modes [aria-pressed=true]")]
        self.expect(pressed == [name], f"{name}: the pressed mode button is {pressed}")

    # What is checked

    def check(self):
        for scheme in ("light", "dark"):
            self.open(1440, 900, scheme)
            self.check_contrast(scheme)
            self.check_width(f"1440 {scheme}")
        self.check_alone()
        if self.find("#stage"):
            self.check_events()
            event = self.event_with_pictures()
            if self.expect(event is not None, "no event has pictures of both sides"):
                self.event = event
                for check in (self.check_side, self.check_swipe, self.check_blink, self.check_onion,
                              self.check_differences, self.check_keys, self.check_zoom, self.check_readout):
                    self.choose(event)
                    check()
                self.check_calm()
        self.check_timeline()
        self.check_copy()
        self.check_help()
        self.check_phone()
        for entry in self.driver.get_log("browser"):
            if entry["level"] in ("SEVERE", "WARNING"):
                self.faults.append(f"console: {entry['message']}")

    def check_alone(self):
        loads = self.js("return performance.getEntriesByType('resource').map((e) => e.name)"
                        ".filter((n) => !n.startsWith('data:'))")
        self.expect(not loads, f"loads {loads}")
        links = self.js("return [...document.querySelectorAll('[src],link[href],[action]')].map((n) => n.src || n.href)"
                        ".filter((n) => !n.startsWith('data:'))")
        self.expect(not links, f"refers to {links}")
        policy = self.one("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
        self.expect("default-src 'none'" in policy and "http" not in policy, f"policy: {policy}")
        # A name may hold a script: nothing of the kind may have become an element.
        self.expect(not self.find("img[onerror], [onclick]"), "a name became an element")
        unnamed = self.js("return [...document.querySelectorAll('button, input')].filter((n) => !(n.textContent.trim()"
                          " || n.ariaLabel || n.labels?.length)).map((n) => n.outerHTML)")
        self.expect(not unnamed, f"controls without a name: {unnamed}")

    def check_contrast(self, scheme):
        found = self.js(CONTRAST)
        self.expect(len(found) > 3, "found no text to measure")
        for ratio, text in found:
            self.expect(ratio >= 4.5, f"{scheme}: contrast {ratio:.2f} of {text!r}")
        dark = self.js("return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every((v) => v < 90)")
        self.expect(dark == scheme.endswith("dark"), f"{scheme}: the ground is {'dark' if dark else 'light'}")

    def check_width(self, name):
        # Not `innerWidth`: on a phone it grows with the page.
        wide = self.js("return document.documentElement.scrollWidth")
        self.expect(wide <= self.width, f"{name}: the page is {wide} wide, the window {self.width}")

    def choose(self, index):
        self.find(".event")[index].click()

    def current(self):
        return [n.get_attribute("data-event") for n in self.find(".event[aria-current=true]")]

    def check_events(self):
        count = len(self.find(".event"))
        for index in range(count):
            self.choose(index)
            self.expect(self.current() == [str(index)], f"event {index + 1} is not the current one after a click")
            sentence = self.find(".event .sentence")[index].text
            self.expect(self.one("#sentence").text == sentence, f"event {index + 1}: the heading is another sentence")
            # Whatever is there or not, each way must show something.
            for frame in range(max(1, len(self.find("#frames button")))):
                if self.find("#frames button"):
                    self.find("#frames button")[frame].click()
                for name in MODES:
                    self.mode(name)
                    self.expect(self.js("return document.querySelector('#stage').innerText.trim().length") > 3,
                                f"event {index + 1}, {name}: nothing is shown")
                    self.expect(self.pictures_are_drawn(), f"event {index + 1}, {name}: a picture is not drawn")
            self.check_width(f"event {index + 1}")
            self.key("b", "b", " ", "?", "?")
        self.mode("side")

    def event_with_pictures(self):
        for index in range(len(self.find(".event"))):
            self.choose(index)
            if len(self.find("#stage img")) == 2:
                return index
        return None

    def check_side(self):
        self.mode("side")
        areas = self.js("return [...document.querySelectorAll('#stage img')].map((i) => i.getBoundingClientRect().toJSON())")
        if self.expect(len(areas) == 2, f"side: {len(areas)} pictures"):
            self.expect(all(a["width"] > 60 for a in areas), "side: a picture is tiny")
            self.expect(areas[0]["right"] <= areas[1]["left"], "side: the pictures lie over each other")

    def check_swipe(self):
        self.mode("swipe")
        slider = self.one("#range")
        self.expect(slider.get_attribute("type") == "range", "swipe: no range input")
        before = self.style(".layer-actual", "clipPath")
        self.expect(before == "inset(0px 0px 0px 50%)", f"swipe: starts with {before}")
        slider.send_keys(Keys.ARROW_RIGHT * 5)
        self.expect(self.style(".layer-actual", "clipPath") == "inset(0px 0px 0px 55%)", "swipe: the keys do not move it")
        slider.send_keys(Keys.HOME)
        edge = self.style(".layer-actual", "clipPath")
        self.expect(edge == "inset(0px 0px 0px 0%)", f"swipe: Home does not show all of actual: {edge}")
        self.expect(self.style(".divider", "left") == "0px", "swipe: the divider does not follow")
        area = self.one(".swipe")
        webdriver.ActionChains(self.driver).move_to_element(area).click_and_hold().move_by_offset(40, 0).release().perform()
        value = float(slider.get_attribute("value"))
        self.expect(50 < value < 75, f"swipe: dragged 40 pixels right of the middle, at {value}")

    def visible(self):
        return [side for side in ("expected", "actual") if self.style(f".layer-{side}", "visibility") == "visible"]

    def check_blink(self):
        # Afresh: what was stopped stays stopped.
        self.open(1440, 900)
        self.choose(self.event)
        self.mode("blink")
        first = self.visible()
        self.expect(len(first) == 1, f"blink: {first} visible")
        self.expect(self.until(lambda: self.visible() not in (first, []), 3), "blink: does not alternate")
        self.expect(self.until(lambda: self.visible() == first, 3), "blink: does not come back")
        self.one("#play").click()
        still = self.visible()
        time.sleep(1.6)
        self.expect(self.visible() == still, "blink: goes on after Stop")
        self.one("#swap").click()
        self.expect(self.visible() not in (still, []), "blink: Swap does not swap")
        self.expect(self.one("#blink-name").text.lower() == self.visible()[0], "blink: names the other side")
        self.key(" ")
        self.expect(self.one("#play").get_attribute("aria-pressed") == "true", "blink: Space does not go on")

    def check_onion(self):
        self.mode("onion")
        self.expect(self.style(".layer-actual", "opacity") == "0.5", "onion: does not start at half")
        self.one("#range").send_keys(Keys.END)
        self.expect(self.style(".layer-actual", "opacity") == "1", "onion: End does not show all of actual")
        self.one("#range").send_keys(Keys.HOME)
        self.expect(self.style(".layer-actual", "opacity") == "0", "onion: Home does not hide actual")

    def brightest(self):
        return self.js("const i = document.querySelector('#stage img'), c = document.createElement('canvas');"
                       "c.width = i.naturalWidth; c.height = i.naturalHeight; const x = c.getContext('2d');"
                       "x.drawImage(i, 0, 0); return x.getImageData(0, 0, c.width, c.height).data"
                       ".reduce((m, v, k) => k % 4 == 3 ? m : Math.max(m, v), 0)")

    def check_differences(self):
        # Some frames come with differences, others leave them to the browser.
        for frame in range(max(1, len(self.find("#frames button")))):
            if self.find("#frames button"):
                self.find("#frames button")[frame].click()
            for name in ("difference", "amplified", "perceptual"):
                self.mode(name)
                self.check_difference(name)

    def check_difference(self, name):
        images = self.find("#stage img")
        if not images and (name == "perceptual" or "needs both pictures" in self.one("#stage").text):
            return
        if not self.expect(images and all(i.is_displayed() for i in images), f"{name}: no picture"):
            return
        if len(images) == 1:
            self.expect(self.brightest() > 0, f"{name}: the picture is black")
            return
        blend = self.style("#stage .layer-actual", "mixBlendMode")
        self.expect(blend == "difference", f"{name}: two pictures, blended by {blend}")
        bright = self.style("#stage .stack", "filter")
        self.expect(bright == ("none" if name == "difference" else "brightness(8)"), f"{name}: filter {bright}")

    def check_keys(self):
        for number, name in enumerate(MODES, 1):
            self.key(str(number))
            self.expect(self.one(f"[data-mode={name}]").get_attribute("aria-pressed") == "true",
                        f"key {number} does not choose {name}")
        self.key("1", "b")
        self.expect(self.one("[data-mode=blink]").get_attribute("aria-pressed") == "true", "key b does not blink")
        before = self.visible()
        self.key("b")
        self.expect(self.visible() != before, "key b does not swap")
        self.key("1")
        count = len(self.find(".event"))
        for forth, back in ((Keys.ARROW_RIGHT, Keys.ARROW_LEFT), ("j", "k")):
            self.choose(0)
            self.key(forth)
            self.expect(self.current() == [str(min(1, count - 1))], f"key {forth!r} does not go to the next event")
            self.key(back)
            self.expect(self.current() == ["0"], f"key {back!r} does not go back")
        self.choose(self.event)
        frames = self.find("#frames button")
        for forth, back in (("n", "p"), (".", ",")) if len(frames) > 1 else ():
            self.key(forth)
            self.expect(frames[1].get_attribute("aria-pressed") == "true", f"key {forth} does not go to the next frame")
            self.key(back)
            self.expect(frames[0].get_attribute("aria-pressed") == "true", f"key {back} does not go back")
        # By Tab alone, with a ring that is seen.
        self.js("document.activeElement.blur(); window.scrollTo(0, 0)")
        for _ in range(60):
            self.driver.switch_to.active_element.send_keys(Keys.TAB)
            if self.js("return document.activeElement.dataset.mode") == "onion":
                break
        self.expect(self.js("return document.activeElement.dataset.mode") == "onion", "Tab does not come to the modes")
        self.expect(self.style(":focus", "outlineStyle") == "solid", "the focus is not seen")
        self.driver.switch_to.active_element.send_keys(Keys.ENTER)
        self.expect(self.find(".onion"), "Enter does not press a button")

    def check_zoom(self):
        self.mode("side")
        self.one("[data-zoom='1']").click()
        size = self.js("const i = document.querySelector('#stage img'); return [i.clientWidth, i.naturalWidth]")
        self.expect(size[0] == size[1], f"1:1 shows {size[1]} pixels as {size[0]}")
        for _ in range(8):
            self.key("+")
        self.expect(self.style("#stage img", "imageRendering") == "pixelated", "enlarged pictures are blurred")
        self.check_width("enlarged")
        self.key("f")
        self.expect(self.one("[data-zoom=fit]").get_attribute("aria-pressed") == "true", "key f does not fit")

    def check_readout(self):
        self.mode("side")
        webdriver.ActionChains(self.driver).move_to_element(self.find("#stage img")[1]).perform()
        text = self.one("#readout").text
        self.expect("expected" in text and "actual" in text, f"the pixel under the pointer is given as {text!r}")

    def check_calm(self):
        self.open(1440, 900, motion="reduce")
        self.choose(self.event)
        self.mode("blink")
        before = self.visible()
        for _ in range(10):
            time.sleep(0.25)
            if self.visible() != before:
                break
        self.expect(self.visible() == before, "blinks although reduced motion is asked for")

    def check_timeline(self):
        if not self.find("#heat"):
            return
        self.open(1440, 900)
        inked = self.js("const c = document.querySelector('#heat'); const d = c.getContext('2d')"
                        ".getImageData(0, 0, c.width, c.height).data; return d.some((v) => v > 0)")
        values = self.js("return JSON.parse(document.querySelector('#data').textContent).timeline.some((v) => v > 0)")
        self.expect(inked == values, "the timeline's drawing is not that of its values")
        self.expect(len(self.find("#axis span")) >= 1, "the axis has no numbers")
        markers = self.find("#markers button")
        self.expect(len(markers) == len(self.find(".event")), "not one marker for each event")
        for index in range(len(markers)):
            self.js("arguments[0].focus()", markers[index])
            markers[index].send_keys(Keys.ENTER)
            self.expect(self.current() == [str(index)], f"marker {index + 1} does not choose its event")
        if markers:
            place = webdriver.ActionChains(self.driver)
            canvas = self.one("#heat")
            left = -canvas.size["width"] // 2 + 2
            place.move_to_element_with_offset(canvas, left, 0).click().perform()
            self.expect(self.current() == ["0"], "a click at the left does not choose the first event")

    def check_copy(self):
        if not self.find("#copy"):
            return
        self.one("#copy").click()
        self.expect(self.until(lambda: self.one("#copied").text), "Copy says nothing")
        self.expect(self.js("return getSelection().toString()") == self.js(
            "return document.querySelector('#command').textContent"), "Copy does not select the command")

    def check_help(self):
        self.key("?")
        self.expect(self.js("return document.querySelector('#help').open"), "key ? opens no help")
        self.one("#help").send_keys(Keys.ESCAPE)
        self.expect(not self.js("return document.querySelector('#help').open"), "Esc does not close the help")

    def check_phone(self):
        for scheme in ("light", "dark"):
            self.open(360, 740, scheme, touch=True)
            self.check_contrast(f"phone {scheme}")
            tall = self.js("return [...document.querySelectorAll('header, .findings li')].map((n) => n.offsetHeight)")
            self.expect(max(tall) < 500, f"phone: the head is {max(tall)} high")
            for name in MODES if self.find("#stage") else []:
                self.mode(name)
                self.check_width(f"phone {name}")
            small = self.js("return [...document.querySelectorAll('button')].filter((n) => n.checkVisibility())"
                            ".map((n) => [n.getBoundingClientRect(), n]).filter(([r]) => r.width < 24 || r.height < 24)"
                            ".map(([, n]) => n.outerHTML)")
            self.expect(not small, f"phone: too small to touch: {small}")

    def screenshots(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        sizes = [("light", 1440, 900, "light", False, "side"), ("dark", 1440, 900, "dark", False, "swipe"),
                 ("wide", 1600, 1000, "light", False, "amplified"), ("phone", 390, 844, "light", True, "side"),
                 ("phone-dark", 360, 740, "dark", True, "amplified")]
        for name, width, height, scheme, touch, mode in sizes:
            self.open(width, height, scheme, touch=touch)
            if self.find("#stage"):
                self.mode(mode)
                self.js("document.activeElement.blur()")
            high = max(height, self.js("return document.documentElement.scrollHeight"))
            self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": min(high, 3000) if touch else height, "deviceScaleFactor": 1, "mobile": touch})
            time.sleep(0.3)
            self.driver.save_screenshot(str(folder / f"{self.file.stem}-{name}.png"))


def main() -> int:
    arguments = sys.argv[1:]
    folder = None
    if arguments[:1] == ["--screenshots"]:
        folder = pathlib.Path(arguments[1])
        arguments = arguments[2:]
    if not arguments:
        print("usage: check.py [--screenshots DIR] REPORT.html...", file=sys.stderr)
        return 2
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    options.add_argument("--headless=new")
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    # Nothing but this machine: the reports must not need more, and the browser must not ask for more.
    for option in ("--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync",
                   "--disable-component-update", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    failed = 0
    try:
        for name in arguments:
            report = Report(driver, pathlib.Path(name).resolve(strict=True))
            report.check()
            if folder:
                report.screenshots(folder)
            faults = list(dict.fromkeys(report.faults))
            for fault in faults[:30]:
                print(f"{name}: {fault}", file=sys.stderr)
            if len(faults) > 30:
                print(f"{name}: and {len(faults) - 30} more", file=sys.stderr)
            failed += bool(faults)
            print(f"{name}: {'failed' if report.faults else 'works'} in {driver.capabilities['browserVersion']}")
    finally:
        driver.quit()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

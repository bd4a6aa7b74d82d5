"""Compares what `steno lint` finds with what independent readers of Debian give.

usage: captions.py STENO FILE...

Each file is read by a peer (python3-pysrt, python3-webvtt, python3-aeidon for ssa and ass, python3-ttconv for stl and
ttml), its captions are measured here, and the findings must be the same, caption by caption. Prints a line a file;
ends with 1 when one differs. A peer that is not installed is named and its files are left out.
"""
import json
import re
import subprocess
import sys
import unicodedata

LIMITS = {"line-length": 30, "lines": 1, "cps": 12, "min-duration": 1500, "max-duration": 5000, "gap": 100}


def read_srt(path):
    import pysrt

    with open(path, encoding="utf-8-sig") as file:  # its own open fails on Python 3.11
        items = pysrt.from_string(file.read())
    for item in items:
        yield item.start.ordinal, item.end.ordinal, re.sub(r"</?[ibus]>|</?font[^>]*>", "", item.text)


def read_vtt(path):
    import webvtt

    def ms(text):
        hours, minutes, seconds = text.split(":")
        whole, part = seconds.split(".")
        return ((int(hours) * 60 + int(minutes)) * 60 + int(whole)) * 1000 + int(part)

    for item in webvtt.read(path):
        yield ms(item.start), ms(item.end), item.text


def read_ssa(path):
    import aeidon

    project = aeidon.Project()
    project.open_main(path, "utf_8")
    for item in project.subtitles:
        times = [item.start_time, item.end_time]
        hours = [[int(part) for part in re.split("[:.]", time)] for time in times]
        start, end = (((h * 60 + m) * 60 + s) * 1000 + f for h, m, s, f in hours)
        yield start, end, re.sub(r"\{[^}]*\}", "", item.main_text)


def model_lines(element):
    """The text of a paragraph of ttconv's model, line ends at its br."""
    from ttconv import model

    if isinstance(element, model.Br):
        return "\n"
    if isinstance(element, model.Text):
        return element.get_text()
    return "".join(model_lines(child) for child in element)


def read_model(doc):
    from ttconv import model

    def walk(element, begin):
        begin += element.get_begin() or 0
        if isinstance(element, model.P):
            end = element.get_end()
            parent = begin - (element.get_begin() or 0)
            yield int(begin * 1000), int((parent + end) * 1000), model_lines(element)
            return
        for child in element:
            yield from walk(child, begin)

    yield from walk(doc.get_body(), 0)


def read_stl(path):
    import ttconv.stl.reader as reader

    with open(path, "rb") as file:
        return list(read_model(reader.to_model(file)))


def read_ttml(path):
    import xml.etree.ElementTree as tree
    import ttconv.imsc.reader as reader

    return list(read_model(reader.to_model(tree.parse(path))))


READERS = {"srt": read_srt, "vtt": read_vtt, "ssa": read_ssa, "ass": read_ssa, "stl": read_stl, "ttml": read_ttml}
STEPS = {"srt": 1, "vtt": 1, "ssa": 10, "ass": 10, "stl": 40, "ttml": 1}


def expected(captions, step):
    """The findings by the definitions: (rule, caption)."""
    found = []
    order = sorted(range(len(captions)), key=lambda i: (captions[i][0], captions[i][1], i))
    for i, (start, end, text) in enumerate(captions):
        lines = [unicodedata.normalize("NFC", line.replace("\u00a0", " ").strip()) for line in text.split("\n")]
        while lines and not lines[-1]:
            lines.pop()
        while lines and not lines[0]:
            lines.pop(0)
        duration = end - start
        found += [("line-length", i) for line in lines if len(line) > LIMITS["line-length"]]
        if len(lines) > LIMITS["lines"]:
            found.append(("lines", i))
        if duration + step - 1 < LIMITS["min-duration"]:
            found.append(("min-duration", i))
        if duration - (step - 1) > LIMITS["max-duration"]:
            found.append(("max-duration", i))
        if sum(map(len, lines)) * 1000 > LIMITS["cps"] * (duration + step - 1):
            found.append(("cps", i))
    for before, after in zip(order, order[1:]):
        gap = captions[after][0] - captions[before][1]
        if 0 <= gap and gap + step - 1 < LIMITS["gap"]:
            found.append(("gap", before))
    return sorted((rule, i + 1) for rule, i in found)


def lint(steno, path):
    """What steno finds by the same rules, and how many captions it sees."""
    limits = ",".join(f"{rule}={value}" for rule, value in LIMITS.items())
    out = subprocess.run([steno, "lint", "--json", "--limit", limits, path], capture_output=True, text=True, check=False)
    rows = [json.loads(line) for line in out.stdout.splitlines()]
    return sorted((row["rule"], row["caption"]) for row in rows if row.get("rule") in LIMITS), rows[-1]["captions"]


def main():
    steno, paths, code = sys.argv[1], sys.argv[2:], 0
    for path in paths:
        kind = path.rsplit(".", 1)[-1]
        try:
            captions = list(READERS[kind](path))
        except ModuleNotFoundError as missing:
            print(f"skip {path}: {missing.name} is not installed")
            continue
        wanted = expected(captions, STEPS[kind])
        found, count = lint(steno, path)
        if (wanted, len(captions)) == (found, count):
            print(f"ok   {path}: {count} captions, {len(found)} findings, alike")
            continue
        code = 1
        print(f"FAIL {path}: {len(captions)} captions there, {count} here")
        print("  only there:", [row for row in wanted if row not in found][:8])
        print("  only here: ", [row for row in found if row not in wanted][:8])
    return code


sys.exit(main())

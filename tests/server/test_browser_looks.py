"""The page in a real browser, as each reader sees it on each screen: nothing is cut, nothing is told by colour alone, nobody is too many."""

import base64
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server import page_states
from tests.server.browser import ENTER, FITS, INVITED, MARKS, SHEET_OPEN, Window, a_fight, opened
from tests.waiting import PATIENCE_S

pytestmark = MARKS
WIDTHS = ((320, 640), (360, 740), (768, 1024), (1100, 800), (1440, 900), (1920, 1080))
READERS = {
    "player who explores": page_states.state(),
    "player in a fight": page_states.in_a_fight(),
    "game master": page_states.of_the_master(),
    "viewer": page_states.in_a_fight(role="viewer") | {"party": [page_states.hero(n, mine=False) for n in range(4)]},
    "player with an offer": page_states.in_a_fight(offers=[{"id": "o", "to": "Pip", "by": "Ghoul 2", "deed": "Claws", "act": "Uncanny Dodge", "says": ""}]),
    "player in a crowd": page_states.crowd(),
    "player on a board": page_states.on_a_board(),
    "game master on a board": page_states.master_on_a_board(),
    "crowd on a board": page_states.crowd_on_a_board(),
}  # fmt: skip


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    with opened(tmp_path_factory.mktemp("browser"), PATIENCE_S) as found:
        yield found


@pytest.fixture(scope="module")
def fight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with a_fight(tmp_path_factory.mktemp("fight")) as found:
        yield found


@pytest.fixture
def page(window: Window, fight: str) -> Window:
    """The page of a viewer; tests show it their states."""
    window.looks_at(f"{fight}/#token=screen", 1280, 900)
    window.asks("readSheet = async () => null")
    return window


def shows(window: Window, state: dict[str, Any]) -> None:
    window.driver.execute_script("show(arguments[0])", state)


CUT = """
const shown = (e) => { const r = e.getBoundingClientRect(); return r.width > 1 && r.height > 1 && !e.closest(".sr, svg, #order-list, .can"); };
const scrolls = (e) => getComputedStyle(e).overflowX !== "visible" && getComputedStyle(e).textOverflow !== "ellipsis" && !e.matches(".board-frame, .bar, .welcome");
return [...document.querySelectorAll("body *")].filter(shown)
  .filter((e) => scrolls(e) && e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 120));
"""


@pytest.mark.parametrize("reader", READERS)
def test_nothing_is_cut_on_any_screen(page: Window, reader: str) -> None:
    for wide, high in WIDTHS:
        page.is_a_screen(wide, high)
        shows(page, READERS[reader])
        assert page.asks(FITS), (reader, wide)
        assert page.asks(CUT) == [], (reader, wide)
    assert page.complaints == []


def test_a_phone_needs_little_scrolling_and_says_where_it_is(page: Window) -> None:
    page.is_a_screen(360, 740)
    for state in (page_states.state(), page_states.in_a_fight(), page_states.on_a_board()):
        shows(page, state)
        assert page.asks("return document.documentElement.scrollHeight") <= 2200
    for part in ("own", "story", "quests"):
        page.asks(f"document.querySelector('#jump [data-key={part}]').click()")
        page.waits_for(f"return document.activeElement.id === '{part}'")
    page.asks("document.querySelector('#jump [data-key=story]').click()")
    page.waits_for("return document.querySelector('#jump [aria-current]')?.dataset.key === 'story'")
    assert page.asks("return location.hash") == "#token=screen"
    high = "return [...document.querySelectorAll('#jump a, #filters button, #tools button')].every(e => e.getBoundingClientRect().height >= 30)"
    shows(page, {**page_states.state(), "rev": 1001})
    assert page.asks(high)


def test_what_a_deed_did_is_one_card_and_one_sentence(page: Window) -> None:
    shows(page, page_states.in_a_fight())
    cards = page.asks(
        "return [...document.querySelectorAll('#feed .deed')].map(e => e.querySelector('.drawing').innerText.replace(/\\s+/g, ' '))"
    )
    told = ("HIT", "MISS", "CRITICAL", "paralyzed", "SAVES", "SAVES", "healed")
    assert len(cards) == 7 and all(word in card for word, card in zip(told, cards, strict=True))
    assert "dies" in cards[2] and "32 → 23 HP" in cards[3] and "▼ 17" in cards[1] and "slot 2, 2 of 3 left" in cards[5]
    assert (
        page.asks("return [...document.querySelectorAll('#feed .deed .sr')].map(e => e.textContent)")[0]
        == "Pip: Rapier. Rolled 18: 1d20+4, 14."
    )
    assert page.asks("return document.querySelectorAll('#feed .deed .drawing:not([aria-hidden=true])').length") == 0
    assert len(set(page.asks("return [...document.querySelectorAll('#feed .die')].map(e => e.getBoundingClientRect().height)"))) == 1


def test_the_numbers_of_a_foe_stand_in_a_dashed_frame(page: Window) -> None:
    shows(page, page_states.of_the_master())
    dashed = page.asks(
        "return [...document.querySelectorAll('#feed .gmonly')].map(e => [e.innerText.replace(/\\s+/g, ' '), getComputedStyle(e).borderTopStyle])"
    )
    assert [text for text, _ in dashed] == ["15 19 15 + 4 vs 15", "CON save 3 7 3 + 4", "15 → 1 HP"]
    assert {style for _, style in dashed} == {"dashed"}
    assert page.names("#foes") == ["Ghoul 1"] and "7 / 22" in page.text and "Poison Needle, west door" in page.text
    shows(page, page_states.in_a_fight())
    assert page.names("#foes") == [] and page.asks("return document.querySelectorAll('.gmonly').length") == 0


def test_sides_and_health_are_told_without_colour(page: Window) -> None:
    """The party is round and foes have eight corners; the dead are crossed out, and who is hurt is said."""
    shows(page, page_states.in_a_fight())
    shapes = page.asks("return [...document.querySelectorAll('#order li')].map(e => e.querySelector('.bg').tagName)")
    assert shapes == ["circle", "circle", "polygon", "polygon", "circle"]
    words = page.asks("return [...document.querySelectorAll('#order li')].map(e => e.textContent)")
    assert "hurt" in words[0] and "Next" in words[2] and "dead" in words[3]
    assert page.asks("return document.querySelectorAll('#order li')[3].querySelector('.cross') !== null")
    assert page.asks("return document.querySelector('#party .dying').textContent") == "Dying: 1 success, 2 failures of 3"
    assert page.asks("return [...document.querySelectorAll('#party .dying .pip.on')].length") == 3


def test_a_told_fight_shows_both_sides_and_the_zones_between_them(page: Window) -> None:
    state = page_states.in_a_fight()
    state["fight"]["order"][2] |= {"conditions": ["restrained"], "effects": [{"name": "Vexed", "left": "1 round", "part": None}]}
    state["fight"]["zones"] = [{"name": "Web", "by": "Elara", "area": "20 ft cube", "inside": ["Ghoul 2"], "left": "1 h"}]
    shows(page, state)
    assert page.names("#field .ours") == ["Pip", "Elara", page_states.LONG] and page.names("#field .theirs") == ["Ghoul 2", "Ghoul 3"]
    ghoul = page.asks("return document.querySelector('#field .theirs .pc').innerText.replace(/\\s+/g, ' ')")
    assert all(told in ghoul for told in ("hurt", "restrained", "Vexed", "1 round", "In Web"))
    assert "Web of Elara, 20 ft cube, 1 h: Ghoul 2" in page.text
    strip = page.asks("return [...document.querySelectorAll('#order li')].map(e => e.innerText.replace(/\\s+/g, ' '))")
    assert "Next · hurt · 18" in strip[2] and "restrained, Vexed" in strip[2], "whose turn comes next keeps its word of health"
    assert page.asks("return document.querySelector('.board-frame').getClientRects().length") == 0, "the map tells nothing of a fight"
    shows(page, {**page_states.state(), "rev": 1001})
    assert page.asks("return document.getElementById('field').hidden && document.querySelector('.board-frame').getClientRects().length > 0")


def test_the_map_shows_the_own_room_large_and_every_hero_in_it(page: Window) -> None:
    """A small room in a long town: its name and its people can be read, and the whole town stands above the buttons."""
    rooms = [{"id": f"x{n}", "name": f"Street {n}", "at": [10, 4 * n, 3, 3], "is": "been"} for n in range(12)]
    rooms[0] |= {"is": "here", "people": ["Keeper", *(page_states.NAMES[n] for n in range(4)), "Guard 1", "Guard 2", "Guard 3"]}
    for wide, high, least in ((360, 740, 100), (1440, 900, 100)):
        page.is_a_screen(wide, high)
        shows(
            page,
            page_states.state(
                rev=1000 + wide, atlas={"tag": "x", "storeys": [{"name": "This storey", "rooms": rooms, "ways": [], "doors": []}]}
            ),
        )
        page.waits_for("return document.querySelectorAll('#board .pawn').length > 0")
        side = page.asks("return document.querySelector('#board .m-here').getBoundingClientRect().height")
        assert side >= least, (wide, side)
        assert page.asks("return [...document.querySelectorAll('#board .pawn title')].map(e => e.textContent)") == [
            *(page_states.NAMES[n] for n in range(4)), "Keeper, Guard 1, Guard 2, Guard 3",
        ]  # fmt: skip
        page.asks("document.querySelector('#tools [data-key=\"The whole storey\"]').click()")
        lowest = "return Math.max(...[...document.querySelectorAll('#board rect[rx]')].map(e => e.getBoundingClientRect().bottom)) - document.getElementById('tools').getBoundingClientRect().top"
        assert page.asks(lowest) <= 0, wide
        page.asks("document.querySelector('#tools [data-key=\"The whole storey\"]').click()")


def test_a_condition_that_begins_is_no_person(page: Window) -> None:
    entry = {"rev": 50, "kind": "deed", "who": "", "side": "", "verb": "begin", "what": "exhaustion", "icon": "spark", "says": "Pip has exhaustion 2.",
             "targets": [{"name": "Pip", "side": "party", "conditions": ["exhaustion 2"]}]}  # fmt: skip
    shows(page, page_states.state(story=[entry]))
    told = page.asks("return document.querySelector('#feed .deed .drawing').innerText.replace(/\\s+/g, ' ').trim()")
    assert told == "Exhaustion begins Pip exhaustion 2"


def test_a_save_of_a_foe_looks_alike_on_each_card(page: Window) -> None:
    """Good is what is good for the party: the save of a foe against a spell is none."""
    save = {
        "rev": 50,
        "kind": "deed",
        "who": "Ghoul 2",
        "side": "foe",
        "verb": "save",
        "what": "DEX save",
        "icon": "shield",
        "result": "success",
        "says": "It saves.",
    }
    spell = {
        **save,
        "rev": 51,
        "who": "Elara",
        "side": "party",
        "verb": "cast",
        "result": None,
        "targets": [{"name": "Ghoul 2", "side": "foe", "result": "saved"}],
    }
    shows(page, page_states.state(story=[save, spell, {**save, "rev": 52, "who": "Pip", "side": "party"}]))
    badges = page.asks("return [...document.querySelectorAll('#feed .badge')].map(e => [e.textContent, e.classList.contains('good')])")
    assert badges == [["saves", False], ["saves", False], ["saves", True]]


def test_steps_stand_under_their_quest_and_what_is_over_stays(page: Window) -> None:
    rows = [
        ("The Spring", 0, "open"),
        ("Find the horn", 1, "pending"),
        ("Ochre stain", 1, "open"),
        ("The Toll", 0, "open"),
        ("The Letter", 0, "done"),
    ]
    shows(page, page_states.state(quests=[{"name": name, "text": "Text.", "depth": depth, "state": is_} for name, depth, is_ in rows]))
    branches = page.asks(
        "return [...document.querySelectorAll('#quests .branch')].map(e => [...e.querySelectorAll('summary')].map(s => s.textContent))"
    )
    assert branches == [["The Spring begun", "Find the horn", "Ochre stain begun"], ["The Toll begun"], ["The Letter done"]]
    looks = page.asks(
        "return ['.open', '.pending', '.done'].map(k => getComputedStyle(document.querySelector(`#quests .quest${k}`), '::before').backgroundImage + getComputedStyle(document.querySelector(`#quests .quest${k}`), '::before').backgroundColor)"
    )
    assert len(set(looks)) == 3
    page.is_a_screen(1440, 900)
    shows(page, page_states.state(rev=1001, role="gm", everything=True, secrets={"creatures": [], "notes": []}))
    assert page.asks("return document.getElementById('quests').getBoundingClientRect().bottom <= innerHeight"), (
        "the game master reads them, too"
    )


def test_a_phone_on_its_side_shows_the_own_hero_and_the_turn(page: Window) -> None:
    page.is_a_screen(780, 360)
    shows(page, page_states.in_a_fight())
    tops = page.asks("return ['own', 'turnbar'].map(id => document.getElementById(id).getBoundingClientRect().top)")
    assert max(tops) < 210 and page.asks(FITS) and page.asks(CUT) == []


WORDS_IN_ONE_PIECE = """const cut = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getClientRects().length; };
return [...document.querySelectorAll('.vital small, #filters button')].filter(e => !e.textContent.includes(' ') && cut(e) > 1).map(e => e.textContent);"""


def test_no_short_word_is_broken_in_two(page: Window) -> None:
    page.driver.execute_script("const sheet = {...arguments[0], casting: null}; readSheet = async () => sheet", page_states.sheet())
    shows(page, page_states.state())
    page.waits_for("return document.querySelectorAll('.vital').length === 4")
    for wide, high in (*WIDTHS, (345, 700)):
        page.is_a_screen(wide, high)
        assert page.asks(WORDS_IN_ONE_PIECE) == [], wide
        assert page.asks(FITS), wide


def test_the_card_of_whoever_acts_is_whole(page: Window) -> None:
    for wide, high in WIDTHS:
        page.is_a_screen(wide, high)
        for acting in (0, 5, 41):
            state = page_states.crowd()
            for n, who in enumerate(state["fight"]["order"]):
                who["acts"] = n == acting
            shows(page, {**state, "rev": 1000 + acting})
            edges = "const l = document.getElementById('order-list'), a = l.querySelector('[aria-current]').getBoundingClientRect(), s = l.getBoundingClientRect(); return [a.left - s.left, s.right - a.right]"
            assert min(page.asks(edges)) >= 0, (wide, acting)


def test_the_jump_bar_marks_the_part_that_is_read(page: Window) -> None:
    marked = "return document.querySelector('#jump [aria-current]')?.dataset.key"
    for wide, high in WIDTHS[:2]:
        page.is_a_screen(wide, high)
        for state in (page_states.state(), page_states.in_a_fight()):
            shows(page, state)
            page.asks("scrollTo(0, 0)")
            page.waits_for(f"{marked} === 'own'")
            for part in ("quests", "party", "story", "stage", "own"):
                page.asks(f"document.querySelector('#jump [data-key={part}]').click()")
                page.waits_for(f"{marked} === '{part}'")


def test_names_stay_text_and_keep_their_direction(page: Window) -> None:
    shows(page, page_states.state(party=[page_states.hero(n) for n in range(8)]))
    assert page.names("#party")[:4] == [page_states.NAMES[1], page_states.LONG, page_states.RIGHT_TO_LEFT, "<b>Bo</b>"]
    assert page.asks("return document.querySelectorAll('#party h3[dir=auto]').length") == 7
    assert page.asks("return [...document.querySelectorAll('#party .disc>span')].map(e => e.textContent)")[4:6] == ["Os", "Os"]


def test_a_new_state_keeps_the_focus_and_what_is_open(page: Window) -> None:
    state = page_states.state()
    shows(page, state)
    page.asks(
        "document.querySelector('#quests details').open = false; document.querySelector('#party [data-sheet=h2]').focus(); window.kept = document.activeElement"
    )
    later = page_states.in_a_fight()
    shows(page, later)
    shows(page, {**later, "rev": 1001, "quests": [{"name": "Another", "text": "x", "depth": 0, "state": "open"}, *later["quests"]]})
    assert page.asks("return document.activeElement === window.kept")
    assert page.asks("return [...document.querySelectorAll('#quests details')].map(e => e.open)") == [True, False]


def test_changes_alone_make_the_same_page_as_the_whole_state(page: Window) -> None:
    """A message of the stream names what changed, the new entries of the story, and the revs that an undo took away."""
    whole = page_states.in_a_fight()
    entry = {"rev": 50, "kind": "tell", "text": "It grows dark.", "says": "It grows dark."}
    change = {"was": 1000, "rev": 1001, "purse": "3 gp", "story": [entry], "gone": [48]}
    told = page.driver.execute_script("return after(arguments[0], arguments[1])", whole, change)
    assert told == {**whole, "rev": 1001, "purse": "3 gp", "story": [*whole["story"][:-1], entry]}
    assert page.driver.execute_script("return after(arguments[0], arguments[1])", whole, {**whole, "rev": 2000})["rev"] == 2000
    assert page.driver.execute_script("return after(arguments[0], arguments[1])", whole, {**change, "was": 999}) is None


def test_the_map_is_moved_and_changed_with_the_keyboard(page: Window) -> None:
    shows(page, page_states.state())
    box = "return document.querySelector('#board svg').getAttribute('viewBox')"
    before = page.asks(box)
    page.asks("document.getElementById('board').focus()")
    page.presses("\ue014")
    assert page.asks(box) != before
    page.asks("document.querySelector('#tools [aria-label=\"1 storey up\"]').focus()")
    page.presses(ENTER)
    assert "Sluice House" in page.asks("return document.querySelector('#board svg').textContent")
    assert page.asks("return document.activeElement.getAttribute('aria-label')") == "1 storey up"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_motion_ends_at_once_for_those_who_want_none(page: Window, scheme: str) -> None:
    page.is_a_screen(1280, 900, scheme, **{"prefers-reduced-motion": "reduce"})
    shows(page, page_states.state())
    shows(page, {**page_states.in_a_fight(), "rev": 1001})
    assert page.asks("return document.getAnimations().length") == 0


def test_forced_colours_leave_the_shapes(page: Window) -> None:
    page.is_a_screen(1280, 900, "dark", **{"forced-colors": "active"})
    shows(page, page_states.in_a_fight())
    bar = "const b = document.querySelector('#own .bar i'), c = getComputedStyle(b).backgroundColor; return c !== getComputedStyle(b.parentElement).backgroundColor"
    assert page.asks(bar)
    page.is_a_screen(1280, 900, **{"forced-colors": "none"})


def test_twice_the_size_needs_no_sideways_scrolling(page: Window) -> None:
    page.is_a_screen(640, 450)  # 1280 px at 200 %
    for reader in READERS.values():
        shows(page, reader)
        assert page.asks(FITS)


def test_an_empty_table_says_what_to_say_next(page: Window) -> None:
    shows(page, page_states.state(party=[], story=[]))
    assert page.asks(INVITED)
    assert page.asks("return [...document.querySelectorAll('#steps button')].every(e => e.getAttribute('aria-label').startsWith('Copy: '))")
    page.driver.find_element("css selector", "#steps button").click()
    page.waits_for("return document.querySelector('#steps .copies').textContent === 'Copied'")
    for wide, high in WIDTHS:
        page.is_a_screen(wide, high)
        assert page.asks(FITS) and page.asks(CUT) == []
    shows(page, page_states.state())
    assert not page.asks(INVITED)


BROKEN = """const sheet = document.getElementById('sheet');
return [...sheet.querySelectorAll('b, span, h2, h3, h4, small, td, th')].filter(e => e.innerText && (e.getBoundingClientRect().right > sheet.getBoundingClientRect().right + 1
  || e.getClientRects().length > 6)).map(e => e.innerText);"""


def test_a_sheet_is_cut_on_no_screen(page: Window) -> None:
    shows(page, page_states.state())
    page.driver.execute_script("const sheet = arguments[0]; readSheet = async () => sheet; openSheet('h0')", page_states.sheet())
    page.waits_for(SHEET_OPEN)
    for wide, high in WIDTHS:
        page.is_a_screen(wide, high)
        assert page.asks("const s = document.getElementById('sheet'); return s.scrollWidth <= s.clientWidth") and page.asks(FITS), wide
        assert page.asks(BROKEN) == [], wide


def test_expertise_takes_room_in_its_row(page: Window) -> None:
    shows(page, page_states.state())
    page.driver.execute_script("const sheet = arguments[0]; readSheet = async () => sheet; openSheet('h0')", page_states.sheet())
    page.waits_for(SHEET_OPEN)
    marks = page.asks("return [...document.querySelectorAll('#sheet .skill')].map(e => e.firstElementChild.getBoundingClientRect().width)")
    assert len(marks) == 3 and len(set(marks)) == 1 and marks[0] > 5
    assert len(set(page.asks("return [...document.querySelectorAll('#sheet .skill')].map(e => e.getBoundingClientRect().height)"))) == 1


def possible(page: Window) -> list[tuple[str, bool]]:
    script = (
        "return [...document.querySelectorAll('#turnbar .can button')].map(e => [e.innerText.replace(/\\s+/g, ' ').trim(), e.disabled])"
    )
    return [tuple(row) for row in page.asks(script)]


def test_the_bar_of_a_turn_lists_all_that_the_hero_can_do(page: Window) -> None:
    page.driver.execute_script("const sheet = arguments[0]; readSheet = async () => sheet", page_states.sheet())
    state = page_states.in_a_fight()
    state["party"] = [page_states.hero(0, acts=True, slots=[{"level": 1, "left": 1, "max": 2}]), *state["party"][2:]]
    shows(page, state)
    page.waits_for("return document.querySelectorAll('#turnbar .can button').length > 0")
    told = possible(page)
    assert told[0] == ("Hand Crossbow of Warning +1 +7 ▼ · 1d6+4", False)
    assert ("Second Wind bonus · heals 1d10+5", False) in told and ("Action Surge", True) in told, "spent acts are disabled"
    assert told[-1] == ("Javelin +7 · 1d6−1, drawn", False)
    shows(page, {**state, "rev": 1001, "fight": {**state["fight"], "left": {**state["fight"]["left"], "bonus": 0}}})
    assert ("Second Wind bonus · heals 1d10+5", True) in possible(page)


def test_a_dying_hero_is_asked_for_a_death_save_alone(page: Window) -> None:
    page.driver.execute_script("const sheet = arguments[0]; readSheet = async () => sheet", page_states.sheet())
    state = page_states.in_a_fight()
    down = page_states.hero(
        0, acts=True, dying={"stable": False, "successes": 0, "failures": 1, "due": True}, hp={"value": 0, "max": 38, "temporary": 0}
    )
    shows(page, {**state, "party": [down, *state["party"][1:]], "fight": {**state["fight"], "left": None}})
    assert [name for name, _ in possible(page)] == ["Roll a death save d20: 10 or more"]
    assert page.asks("return document.querySelectorAll('#turnbar .left').length") == 0


def test_a_reason_that_does_not_count_comes_last(page: Window) -> None:
    shows(page, page_states.state())
    page.driver.execute_script("const sheet = arguments[0]; readSheet = async () => sheet; openSheet('h0')", page_states.sheet())
    page.waits_for(SHEET_OPEN)
    page.asks("document.querySelector('#sheet [data-key=\"why-Armor class\"]').click()")
    rows = page.asks("return [...document.querySelectorAll('#why li')].map(e => [e.innerText.replace(/\\s+/g, ' '), e.className])")
    assert rows == [["unarmored 10", ""], ["DEX +2", ""], ["11 Leather Armor does not count: something better applies.", "no"]]


def test_a_sheet_that_opens_as_another_closes_is_the_one_that_prints(page: Window) -> None:
    shows(page, page_states.state())
    page.driver.execute_script("const sheet = arguments[0]; readSheet = async () => sheet; openSheet('h0')", page_states.sheet())
    page.waits_for(SHEET_OPEN)
    page.asks("at('sheet').addEventListener('close', () => { window.hasClosed = true }); at('close').click(); openSheet('h0')")
    page.waits_for("return window.hasClosed === true")
    assert page.asks("return [document.getElementById('sheet').open, document.body.classList.contains('sheeted')]") == [True, True]


def test_a_sheet_prints_on_paper_without_buttons(window: Window, fight: str) -> None:
    """One page for a fighter, at most two for a caster of level 5; black on white."""
    window.looks_at(f"{fight}/#token=Ann", 1280, 900, "dark")
    for part, most in (("#party", 1), ("#own", 2)):
        window.asks(f"document.querySelector('{part} [data-sheet]').click()")
        window.waits_for(SHEET_OPEN)
        paper = window.driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})["data"]
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(paper))) <= most
        window.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        window.waits_for("return [...document.querySelectorAll('#sheet .btn, .jump, .top')].every(e => !e.getClientRects().length)")
        assert window.asks("return getComputedStyle(document.getElementById('sheet')).backgroundColor") == "rgb(255, 255, 255)"
        window.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        window.asks("document.getElementById('close').click()")
    assert window.complaints == []

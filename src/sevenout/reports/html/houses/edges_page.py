"""The page of a house: every figure, the plots, and the clauses, as one HTML file that needs nothing else."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from sevenout.analysis.exact import FLOOR, Edges, LineWithOdds, Sweep, WagerEdge, lines_with_odds, shooter
from sevenout.analysis.exact.real_stakes import Range
from sevenout.base.errors import BadInput
from sevenout.base.html import Content, Markup, join, table, tag
from sevenout.base.money import format_amount
from sevenout.engine.game import Game
from sevenout.reports.figures.number_format import (
    Family,
    assumed_values,
    bettable,
    by_stem,
    decimal,
    families,
    grade,
    group_by_kind,
    nets,
    one_in,
    percent,
    short,
    short_name,
)
from sevenout.reports.figures.stake_ranges import format_ranges, sweep_families, swept
from sevenout.reports.html.page_frame import PageSection, build_page, cards_of, figure_of
from sevenout.reports.html.plots import edge_plots
from sevenout.rulebook.value_listing import RulebookValue, house_values

STAR = tag("span", " *", class_="star")
_MONEY_WORDS = ("minimum", "maximum", "chip", "rounding", "commission-rounding", "commission-least")
_SMALL_PLOTS = 12


def page(game: Game, edges: Edges) -> str:
    """The whole page; the same house and table give the same text."""
    together = families(edges)
    sections = [
        PageSection("edges", "Edge by wager", _edges(game, together)),
        PageSection("payoffs", "Distribution of payoffs", _payoffs(game, together)),
        PageSection("rolls", "Rolls to a decision", _rolls(game, together)),
        PageSection("odds", "The line with odds", _odds(game)),
        PageSection("stakes", "Real stakes", _stakes(game, edges)),
        PageSection("turn", "The shooter's turn", _turn(game)),
        PageSection("assumed", "What is assumed", _assumed_values(edges)),
        PageSection("clauses", "The clauses behind the figures", _clauses(together)),
    ]
    return build_page(
        f"{edges.title}: the house's edge, exactly",
        _header(game, edges),
        [_basis(edges), _cards(game, edges, together)],
        sections,
        "Every figure is computed from the rulebook's rows as an exact fraction: no sampling, no rounding "
        "but of the digits shown. Made by sevenout.",
    )


# --- the top


def _header(game: Game, edges: Edges) -> Markup:
    book = game.rules.book
    limits = f"{format_amount(game.minimum)} to {format_amount(game.maximum)}, chip {format_amount(game.chip)}"
    return tag(
        "header",
        tag("p", "The house's edge, exactly", class_="over"),
        tag("h1", edges.title),
        tag(
            "p",
            f"{book.document}. " if book.document != book.title else "",
            f"{len(edges)} wager{'s' if len(edges) > 1 else ''}. Table: {limits}.",
        ),
        tag("p", "Rulebook ", tag("code", edges.rules), ", SHA-256 ", tag("code", edges.digest), class_="soft digest"),
    )


def _basis(edges: Edges) -> Markup:
    return tag(
        "div",
        tag("p", tag("b", "Basis. "), f"The edge is the house's share {edges.basis}{edges.dice.note}."),
        tag(
            "p",
            "A roll: the edge over the mean number of rolls on which the wager is at risk. Standard deviation: of the "
            "net per unit staked. A wager is followed from where it begins until it is won, lost, pushed or given "
            "back. A clause has the colour of the least sure value that the figures rest on: ",
            tag("span", "stated", class_="stated"),
            ", ",
            tag("span", "derived", class_="derived"),
            " or ",
            tag("span", "assumed", class_="assumed"),
            ".",
            class_="soft",
        ),
        tag("p", STAR, " rests on a value that no document states; what it is stands below.", class_="soft"),
        class_="basis",
    )


def _cards(game: Game, edges: Edges, together: Sequence[Family]) -> Markup:
    free = [family for family in together if bettable(game.rules, family.worth)] or list(together)
    kindest = min(free, key=lambda family: family.worth.edge)
    dearest = max(free, key=lambda family: family.worth.edge)
    marked = sum(worth.provenance == "assumed" for worth in edges)
    cards = [
        (percent(kindest.worth.edge), f"kindest: {kindest.name}"),
        (percent(dearest.worth.edge), f"dearest: {dearest.name}"),
        (f"{marked} of {len(edges)}", "wagers rest on something assumed"),
    ]
    if game.rules.book.puck is not None:
        cards.insert(2, _mean_turn(game))
    return cards_of(cards)


def _mean_turn(game: Game) -> tuple[str, str]:
    try:
        return decimal(shooter.mean_turn(game.rules), 3), "rolls in a shooter's turn, on average"
    except BadInput:
        return "∞", "rolls in a shooter's turn: no roll sevens out"


# --- the edges


def _edges(game: Game, together: Sequence[Family]) -> Markup:
    groups = group_by_kind(game.rules, together, lambda family: family.worth)
    drawn = group_by_kind(
        game.rules, [family for family in together if bettable(game.rules, family.worth)], lambda family: family.worth
    )
    heads = (
        "wager",
        "pays",
        "edge",
        "exactly",
        "of stake",
        "no pushes",
        "a roll",
        "rolls",
        "sd",
        "win",
        "lose",
        "push",
        "clause",
    )
    rows: list[Sequence[Content]] = []
    for name, members in groups.items():
        rows.append([tag("b", name)])
        rows += [row for family in members for row in _edge_rows(family)]
    plot = edge_plots.edge_by_wager(drawn) if drawn else ""
    return join(
        figure_of(
            plot,
            "Wagers that a player can make out of nothing, the kindest of each kind first. Odds have no edge of "
            "their own; a bet that has travelled is no choice any more: both are in the table.",
        ),
        table(heads, rows, words=(0, 1, 3, 12)),
    )


def _edge_rows(family: Family) -> Iterator[list[Content]]:
    """A family, and below it what the same wager is worth if it is made later."""
    keys = _keys([member.wager for member in family.members], star=family.worth.provenance == "assumed")
    yield _edge_row(keys, family.worth)
    yield from (_edge_row(tag("span", later.begins, class_="soft"), later) for later in family.worth.later)


def _edge_row(name: Markup, worth: WagerEdge) -> list[Content]:
    return [
        name,
        tag("span", nets(worth)),
        tag("span", percent(worth.edge), class_=f"grade-{max(grade(worth.edge), 0)}"),
        short(worth.edge, 14),
        percent(worth.edge_on_stake),
        percent(worth.edge_without_pushes),
        percent(worth.edge_per_roll),
        decimal(worth.rolls),
        decimal(worth.sd, 3),
        percent(worth.win, 2),
        percent(worth.lose, 2),
        percent(worth.push, 2) if worth.push else "",
        tag("div", worth.clause, class_=worth.provenance),
    ]


def _keys(keys: Sequence[str], *, star: bool = False) -> Markup:
    """The names of wagers, broken between them and not inside."""
    last = len(keys) - 1
    names = (
        tag("span", f"{key}," if at < last else key, STAR if star and at == last else None, class_="key")
        for at, key in enumerate(keys)
    )
    return tag("div", (piece for name in names for piece in (name, " ")), class_="keys")


def _payoffs(game: Game, together: Sequence[Family]) -> Markup:
    groups = group_by_kind(game.rules, together, lambda family: family.worth)
    return join(
        figure_of(
            edge_plots.payoffs(groups),
            "How often a wager loses, pushes and wins, and what a win pays for each unit staked; "
            "a composite's net of the parts that lose.",
        ),
    )


def _rolls(game: Game, together: Sequence[Family]) -> Markup:
    groups = group_by_kind(game.rules, together, lambda family: family.worth)
    return figure_of(
        edge_plots.rolls_to_decide(groups), "Mean rolls until a decision. Wagers that every roll decides are left out."
    )


# --- the line with odds


def _odds(game: Game) -> Markup:
    with_odds = lines_with_odds(game.rules)
    if not with_odds:
        return Markup("")
    heads = ("bet", "odds", "edge", "exactly", "of the flat bet", "put down", "sd", "limit", "")
    return join(
        figure_of(
            edge_plots.odds_behind(with_odds),
            "The more odds lie behind a flat bet, the smaller the house's share of all that is "
            "put down. What it takes from the flat bet stays the same.",
        ),
        table(heads, map(_odds_row, with_odds), words=(0, 1, 3, 7, 8)),
        tag(
            "p",
            "Edge: of flat bet and odds together, per flat bet decided. Put down and standard deviation: per unit of "
            "the flat bet. Odds are put up as soon as the house takes them.",
            class_="soft",
        ),
    )


def _odds_row(line: LineWithOdds) -> list[Content]:
    return [
        [line.flat, STAR if line.provenance == "assumed" else None],
        line.odds,
        percent(line.edge),
        short(line.edge, 14),
        percent(line.edge_on_flat),
        decimal(line.wagered, 3),
        decimal(line.sd, 3),
        line.clause,
        tag("span", line.provenance, class_=line.provenance),
    ]


# --- real stakes


def _stakes(game: Game, edges: Edges) -> Markup:
    keys = [worth.wager for worth in edges if game.rules.by_key[worth.wager].wager.made.value != "never"]
    try:
        together = sweep_families(swept(game, keys).sweeps if keys else [])
    except BadInput as error:
        return tag("p", str(error))
    touched = [group for group in together if group[0].best.edge != group[0].worst.edge]
    touched.sort(key=lambda group: group[0].best.edge - group[0].worst.edge)
    drawn = {short_name([one.wager for one in group]): group[0] for group in touched[:_SMALL_PLOTS]}
    money = [entry for entry in house_values(game.rules.book) if entry.word in _MONEY_WORDS]
    heads = ("wager", "stakes", "unrounded", "worst edge", "at", "best edge", "at")
    parts: list[Content] = [
        tag(
            "p",
            "Chips are whole, so payouts and commissions are rounded as the house rounds them. Every stake that the "
            "table takes was looked at, chip by chip; odds lie behind the largest flat bet.",
        )
    ]
    if drawn:
        caption = (
            f"What comes back of stake and commission at the smallest stakes, for the {len(drawn)} wagers that "
            f"rounding touches most. Above 100% the player gains; the broken line is the {percent(FLOOR, 0)} floor of "
            "gaming standards."
        )
        parts.append(figure_of(edge_plots.returns_by_stake(drawn), caption))
    parts += [
        _ranges(f"Returns below {percent(FLOOR, 0)}", [(group, group[0].below_floor) for group in together]),
        _ranges("In the player's favour", [(group, group[0].favours_player) for group in together]),
        table(heads, (_stake_row(edges, group) for group in touched), words=(0,)) if touched else None,
        tag("p", "Wagers which cost the same at every stake are left out.", class_="soft"),
        tag("h3", "What the house says of chips"),
        _entries(money),
    ]
    return join(*parts) if together else Markup("")


def _stake_row(edges: Edges, group: Sequence[Sweep]) -> list[Content]:
    one = group[0]
    return [
        _keys([member.wager for member in group]),
        f"{format_amount(one.least)} – {format_amount(one.most)}",
        percent(edges[one.wager].edge),
        percent(one.worst.edge),
        format_amount(one.worst.stake),
        percent(one.best.edge),
        format_amount(one.best.stake),
    ]


def _ranges(title: str, by_group: Iterable[tuple[Sequence[Sweep], tuple[Range, ...]]]) -> Markup:
    listed = [(group, ranges) for group, ranges in by_group if ranges]
    rows = [[by_stem(one.wager for one in group), format_ranges(ranges)] for group, ranges in listed]
    return join(
        tag("h3", title),
        table(("wager", "at stakes of"), rows, words=(0, 1)) if rows else tag("p", "No wager, at any stake."),
    )


# --- the turn


def _turn(game: Game) -> Markup:
    rules = game.rules
    try:
        figures = shooter.turn_figures(rules)
    except BadInput:
        return Markup("")
    lengths = shooter.turn_lengths(rules)
    plot = edge_plots.turn_length(lengths, shooter.mean_turn(rules), shooter.median_turn(rules))
    return join(
        figure_of(
            plot, "How likely a turn lasts at least so many rolls, the seven-out counted. The scale is logarithmic."
        ),
        table(("in a turn", "", "", "exactly", "counted"), map(_turn_row, figures), words=(0, 2, 3, 4)),
        tag("h3", "The points"),
        table(
            ("point", "set by a come-out", "", "then made", "", "rolls until decided", ""),
            (_point_row(point) for point in shooter.point_chances(rules)),
            words=(2, 4, 6),
        ),
        tag("h3", "Points made in a turn"),
        table(("points", "made", "different ones made"), _made_rows(game), words=()),
        _bonus(game),
    )


def _turn_row(figure: shooter.Figure) -> list[Content]:
    rare = 0 < figure.value < Fraction(1, 100)
    return [
        figure.name,
        f"{float(figure.value):.6g}" if rare else decimal(figure.value, 4),
        one_in(figure.value) if rare else "",
        short(figure.value, 14),
        figure.basis,
    ]


def _point_row(point: shooter.PointChance) -> list[Content]:
    chances = [text for chance in (point.established, point.made) for text in (percent(chance), str(chance))]
    return [str(point.point), *chances, decimal(point.rolls), str(point.rolls)]


def _made_rows(game: Game) -> Iterator[list[Content]]:
    distinct = shooter.distinct_points(game.rules)
    for number, chance in enumerate(shooter.points_made(game.rules, len(distinct) + 1)):
        other = percent(distinct[number], 4) if number < len(distinct) else ""
        yield [str(number), percent(chance, 4), other]


def _bonus(game: Game) -> Markup:
    values = shooter.bonus_values(game.rules)
    if not values:
        return Markup("")
    rows = (
        [
            format_amount(value.amount),
            format_amount(value.share),
            *(f"{decimal(cents, 3)}¢" for cents in (value.shooter, value.other)),
            *(f"{decimal(cents, 3)}¢" for cents in (value.shooter_per_decision, value.other_per_decision)),
        ]
        for value in values
    )
    heads = (
        "posted",
        "each other seat gets",
        "worth a turn",
        "to another seat",
        "per line decision",
        "to another seat",
    )
    return join(tag("h3", "The Shootout at each posted amount"), table(heads, rows, words=()))


# --- the clauses


def _assumed_values(edges: Edges) -> Markup:
    values = assumed_values(edges)
    if not values:
        return tag("p", "Nothing: every figure rests on values that the document states, or that follow from it.")
    rows = (
        [
            entry.word,
            entry.text,
            tag("div", by_stem(keys), class_="says"),
            entry.cite.clause,
            tag("div", entry.cite.says.removeprefix("assumed: "), class_="says"),
        ]
        for entry, keys in values
    )
    return table(("word", "value", "wagers", "nearest clause", "in plain words"), rows, words=range(5))


def _clauses(together: Sequence[Family]) -> Markup:
    return join(
        tag("p", "Each wager with the values that its figures rest on."),
        (
            tag(
                "details",
                tag("summary", ", ".join(member.wager for member in family.members), f" · {family.worth.title}"),
                tag("p", f"Followed {family.worth.begins}. Pays {family.worth.pays}.", class_="soft"),
                _entries(family.worth.rests_on),
            )
            for family in together
        ),
    )


def _entries(entries: Iterable[RulebookValue]) -> Markup:
    rows = (
        [
            entry.word,
            entry.text,
            entry.cite.clause,
            tag("span", entry.cite.provenance, class_=entry.cite.provenance),
            tag("div", entry.cite.says.removeprefix("assumed: "), class_="says"),
        ]
        for entry in entries
    )
    return table(("word", "value", "clause", "", "in plain words"), rows, words=range(5))

"""`sevenout completion`: a script by which bash, zsh or fish complete commands, options and what belongs behind them.

The scripts know nothing: at each tab they ask `sevenout completion words`, so that a new command, book or strategy
is completed at once. What a word is stands in its metavar, which is what the help shows too.
"""

import argparse
from collections.abc import Callable, Iterable, Sequence

from sevenout.cli.registry import COMMANDS
from sevenout.cli.shared.exit_codes import DONE

_ASKED = "words"
"""How the scripts ask."""

SCRIPTS = {
    "bash": """\
# sevenout: put this into a file that ~/.bashrc reads, or: eval "$(sevenout completion bash)"
_sevenout() {
    local IFS=$'\\n'
    COMPREPLY=($(sevenout completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -o bashdefault -F _sevenout sevenout
""",
    "zsh": """\
#compdef sevenout
# sevenout: put this into a file _sevenout in a folder of $fpath, or behind compinit: eval "$(sevenout completion zsh)"
_sevenout() {
    local -a found
    found=(${(f)"$(sevenout completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    if (( $#found )); then
        compadd -a found
    else
        _files
    fi
}
compdef _sevenout sevenout
""",
    "fish": """\
# sevenout: put this into ~/.config/fish/completions/sevenout.fish, or: sevenout completion fish | source
function __sevenout
    set -l given (commandline -opc) (commandline -ct)
    set -l found (sevenout completion words -- $given[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c sevenout -f -a '(__sevenout)'
""",
}


def add_arguments(completion: argparse.ArgumentParser) -> None:
    """What `sevenout completion` takes."""
    completion.description = (
        'Prints a script by which a shell completes sevenout, e.g. eval "$(sevenout completion bash)"'
    )
    completion.add_argument("shell", metavar="SHELL", choices=(*SCRIPTS, _ASKED), help=", ".join(SCRIPTS))
    completion.add_argument("words", metavar="WORD", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)


def run(given: argparse.Namespace) -> int:
    """Prints the script, or what can stand where the cursor is."""
    from sevenout.cli.shared.text_output import hand_over, print_line

    if given.shell != _ASKED:
        hand_over(SCRIPTS[given.shell])
        return DONE
    words = given.words[1:] if given.words[:1] == ["--"] else given.words
    for candidate in candidates(words):
        print_line(candidate)
    return DONE


def candidates(words: Sequence[str]) -> list[str]:
    """What can stand in place of the last of the words behind `sevenout`; nothing where a file is meant, or any text.

    >>> candidates(["strat"]), candidates(["exact", "pass-2"]), candidates(["edges", "--rules", "typ"])
    (['strategy'], ['pass-2-come'], ['typical', 'typical-bar-2'])
    """
    last = words[-1] if words else ""
    before, begun = [word for word in words[:-1] if word != "="], "" if last == "=" else last  # bash parts words at =
    if not before:
        return _beginning(begun, (*COMMANDS, "--help", "--version"))
    command, *typed = before
    if command not in COMMANDS:
        return []
    parser = argparse.ArgumentParser(prog=command)
    COMMANDS[command].module().add_arguments(parser)
    option, sign, value = begun.partition("=")
    if sign and option.startswith("--"):
        return [f"{option}={found}" for found in _of_option(parser, option, value, typed)]
    if typed and (wanting := parser._option_string_actions.get(typed[-1])) is not None and _takes_a_value(wanting):
        return _of_option(parser, typed[-1], begun, typed)
    if begun.startswith("-"):
        return _beginning(begun, _options(parser))
    return _positional(parser, command, typed, begun)


def _beginning(begun: str, known: Iterable[str]) -> list[str]:
    return [word for word in known if word.startswith(begun)]


def _options(parser: argparse.ArgumentParser) -> Iterable[str]:
    for action in parser._actions:
        if action.help != argparse.SUPPRESS:
            yield from (word for word in action.option_strings if word.startswith("--"))


def _takes_a_value(action: argparse.Action) -> bool:
    return action.nargs != 0


def _of_option(parser: argparse.ArgumentParser, option: str, begun: str, typed: Sequence[str]) -> list[str]:
    action = parser._option_string_actions.get(option)
    return [] if action is None else _values(action, begun, typed)


def _positional(parser: argparse.ArgumentParser, command: str, typed: Sequence[str], begun: str) -> list[str]:
    """What the next word that is no option may be: the place's own, and after a verb what goes with it."""
    given = _words(parser, typed)
    verbs = _VERBS.get(command, {})
    if given and given[0] in verbs:
        return _beginning(begun, (*verbs[given[0]](), *_books()))
    places = [action for action in parser._actions if not action.option_strings and action.help != argparse.SUPPRESS]
    if "--rules" in typed and places and places[0].metavar == "BOOK":
        places = places[1:]
    endless = next((n for n, place in enumerate(places) if place.nargs in ("*", "+")), len(places))
    open_places = places[endless:] if len(given) >= endless else places[len(given) : len(given) + 1]
    found = [word for place in open_places for word in _values(place, begun, typed)]
    return [*_beginning(begun, () if given else verbs), *found]


def _words(parser: argparse.ArgumentParser, typed: Sequence[str]) -> list[str]:
    """The words so far that are neither options nor what belongs to one."""
    words: list[str] = []
    belongs = False
    for word in typed:
        action = parser._option_string_actions.get(word)
        if action is None and not belongs and not word.startswith("-"):
            words.append(word)
        belongs = action is not None and _takes_a_value(action)
    return words


def _values(action: argparse.Action, begun: str, typed: Sequence[str]) -> list[str]:
    if action.choices is not None:
        return _beginning(begun, (word for word in map(str, action.choices) if word != _ASKED))
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    known = (word for kind in metavar.split("|") if kind in KINDS for word in KINDS[kind](typed))
    return _beginning(begun, known)


# --- what there is


def _books(_: Sequence[str] = ()) -> Iterable[str]:
    from sevenout.rulebook.source import shipped

    return shipped()


def _strategies(_: Sequence[str] = ()) -> Iterable[str]:
    from sevenout.strategy.named_texts import list_strategies

    return list_strategies()


def _wagers(typed: Sequence[str]) -> Iterable[str]:
    """The wagers of the house that is named so far."""
    from sevenout.base.errors import SevenoutError
    from sevenout.cli.shared.arguments import CATFISH_BEND, is_book
    from sevenout.rulebook.compiler.book_compiler import open_book

    house = next((word for word in typed if is_book(word)), CATFISH_BEND)
    try:
        return list(open_book(house).by_key)
    except SevenoutError:  # a book that is being written: its wagers are nobody's yet
        return ()


def _topics(_: Sequence[str] = ()) -> Iterable[str]:
    from sevenout.school.catalogue import TOPICS

    return TOPICS


def _stages() -> Iterable[str]:
    from sevenout.school.learners.syllabus import stages

    return [stage.key for stage in stages()]


def _chapters(_: Sequence[str] = ()) -> Iterable[str]:
    from sevenout.crew.pit.manual_check import CHAPTERS

    return CHAPTERS


KINDS: dict[str, Callable[[Sequence[str]], Iterable[str]]] = {
    "BOOK": _books,
    "STRATEGY": _strategies,
    "WAGER": _wagers,
    "WORD": _wagers,
    "TOPIC": _topics,
    "CHAPTER": _chapters,
}
"""What completes a word, by what the help calls it; a kind that is not here is a file, a number or any text."""

FREE = frozenset(
    (
        "FILE",
        "OUT",
        "URL",
        "N",
        "H",
        "X",
        "NAME",
        "K",
        "AMOUNT",
        "NAME=N",
        "NAME=N,N",
        "TEXT",
        "ABOUT",
        "SHELL",
        "HEX",
        "T",
        "ADDRESS",
        "POINT",
        "CHANCE",
        "SHARE",
    )
)
"""Kinds for which the shell's own files are the best there is, or nothing."""

_VERBS: dict[str, dict[str, Callable[[], Iterable[str]]]] = {
    "rules": {"check": tuple, "diff": _books},
    "strategy": {
        "list": tuple,
        **dict.fromkeys(("show", "check", "explain", "format", "session"), _strategies),
    },
    "school": {"exam": _stages, "progress": tuple, "paper": lambda: (*_stages(), *_topics()), "class": tuple},
}
"""Words that a command does something by, and what may follow each."""

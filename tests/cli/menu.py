"""The menu of pdbmethods: what a user may type at each question. Called by menu.sh."""

import re
import signal

from pseudo import Terminal, check, finish

LEAVE = b"\x1b[?1049l"
CHOICES = b"> "
# The keys that lead from the menu to each question, and the end of the question.
QUESTIONS = (
    (b"1\n", b"by number or name (q: back)? "),
    (b"2\n", b"0 for the blank (q: back): "),
    (b"3\n", b"(empty: random, q: back): "),
    (b"4\n", b"random moves (q: back)? "),
    (b"4\n3\n", b"(empty: random, q: back): "),
)


def menu(**settings):
    terminal = Terminal("pdbmethods", **settings)
    terminal.until(CHOICES)
    return terminal


def menu_watches():
    for term, text in (("xterm", b"Move 1 of 1"), ("dumb", b"1: 3L")):
        terminal = Terminal("pdbmethods", TERM=term)
        terminal.until(b"> ")
        check("there is nothing to watch yet", b"watch" not in terminal.seen, terminal.seen)
        terminal.key(b"w\n")
        terminal.until(b"not 1 to 4 or q")
        terminal.key(b"2\n1 2 0 3\n\n")
        terminal.until(b"1 L\r\n")
        terminal.until(b"w  watch the last solution")
        terminal.key(b"w\n")
        terminal.until(text, f"the menu shows it again, TERM={term}")
        if term == "xterm":
            terminal.key(b"q")
            terminal.until(LEAVE)
        terminal.until(b"> ")
        terminal.settings_are_back("the menu")
        terminal.key(b"q\n")
        check("q ends the menu", terminal.end() == 0, terminal.seen)
        terminal.close()


def examples_by_number_and_name():
    terminal = menu()
    for typed, answer in ((b"1", b"0\r\n"), (b" 2 ", b"3 DLU\r\n"),
                          (b"simple", b"3 DLU\r\n"), (b"3", b"unsolvable\r\n"), (b"4", b"31 ")):
        terminal.key(b"1\n")
        terminal.until(b" 1  solved ", "the examples have numbers")
        terminal.until(b"17  many-nodes ")
        terminal.until(QUESTIONS[0][1])
        terminal.key(typed + b"\n")
        terminal.until(answer, f"the example {typed!r}")
        terminal.until(CHOICES)
    terminal.key(b"q\n")
    check("exit code 0", terminal.end() == 0, terminal.seen)
    terminal.close()


def unknown_answers_are_named():
    terminal = menu()
    for typed, words in ((b"5", b"'5' is not 1 to 4 or q"), (b"", b"'' is not 1 to 4"),
                         (b"12", b"'12' is not 1 to 4"), (b"quit", b"'quit' is not 1 to 4")):
        terminal.key(typed + b"\n")
        terminal.until(words)
        terminal.until(CHOICES)
    for (keys, question), wrong in zip(QUESTIONS, (
        ((b"0", b"'0' is not a number from 1 to 17"), (b"18", b"from 1 to 17"),
         (b"99999999999999999999", b"from 1 to 17"), (b"simpel", b"did you mean simple?"),
         (b"", b"unknown example ''")),
        ((b"1 2 3\n", b"That is not a board: "), (b"", b"That is not a board: ")),
        ((b"-1", b"'-1' is not a number from 0 to "), (b"x", b"'x' is not a number from 0 to ")),
        ((b"0", b"'0' is not a number from 1 to "), (b"", b"'' is not a number from 1 to ")),
        ((b"1.5", b"'1.5' is not a number from 0 to "),),
    )):
        terminal.key(keys)
        terminal.until(question)
        for typed, words in wrong:
            terminal.key(typed + b"\n")
            terminal.until(words)
            terminal.until(question, f"after {typed!r} it asks again")
        terminal.key(b"q\n")
        terminal.until(CHOICES)
    terminal.key(b"Q\n")
    check("Q also ends the menu", terminal.end() == 0, terminal.seen)
    terminal.close()


def each_question_can_be_left():
    for keys, question in ((b"", b""),) + QUESTIONS:
        for leave, code in ((b"q\nq\n", 0), (b"\x04", 0), (b"\x03", 130)):
            if not keys and code == 0 and leave != b"\x04":
                continue
            terminal = menu()
            if keys:
                terminal.key(keys)
                terminal.until(question)
            if code == 130:
                terminal.process.send_signal(signal.SIGINT)
            else:
                terminal.key(leave)
            got = terminal.end()
            check(f"{keys!r}, then {leave!r}: exit code {code}, not {got}", got == code,
                  terminal.seen)
            if leave != b"q\nq\n":
                check("nothing is asked or said after that",
                      b"What would" not in terminal.seen and b"pdbmethods:" not in terminal.seen,
                      terminal.seen)
            terminal.close()


def boards_are_typed_drawn_and_made():
    def answered(keys):
        """Returns the lines that come for the keys of a choice, without progress."""
        begin = len(terminal.all)
        terminal.key(keys)
        terminal.until(CHOICES)
        return re.sub(rb"[^\n]*\r(?!\n)", b"", terminal.all[begin:])

    terminal = menu()
    check("a board of three lines", b"\n1 L\r\n" in answered(b"2\n1 2 3\n4 5 6\n7 0 8\n"), terminal.all)
    check("a random board", re.search(rb"\n[0-9]+ [UDLR]+\r\n", answered(b"3\n1\n")), terminal.all)
    first, again = answered(b"4\n6\n7\n"), answered(b"4\n6\n7\n")
    check("at most 6 moves", re.search(rb"The seed is 7[.].*\n[0246] [UDLR]*\r\n", first, re.S), first)
    check("the same seed, the same board", first == again, again)
    terminal.key(b"q\n")
    check("exit code 0", terminal.end() == 0, terminal.seen)
    terminal.close()


def menu_ends_with_its_output():
    """A full disk gives exit code 3, and a reader that is gone gives 0."""
    for command, words in (
        ("pdbmethods >/dev/full; echo code $?", b"code 3"),
        ("mkfifo unread; pdbmethods 3<>unread 4>unread >&4 3<&- 4>&-; echo code $?", b"code 0"),
    ):
        terminal = Terminal("sh", "-c", command)
        terminal.until(CHOICES)
        terminal.key(b"2\n1 2 0 3\n\n")
        terminal.until(b"The board is ")
        terminal.until(words, f"{command}: it ends, {words!r}")
        check(f"{command}: exit code of the shell", terminal.end() == 0, terminal.seen)
        terminal.close()


finish(menu_watches, examples_by_number_and_name, unknown_answers_are_named,
       boards_are_typed_drawn_and_made, each_question_can_be_left, menu_ends_with_its_output)

"""Runs every benchmark and prints the figures with the machine they were measured on."""

from bench import (
    agreement,
    cluster,
    commands,
    dice,
    exact,
    felt,
    house,
    learning,
    machine,
    memory,
    messages,
    page_kernel,
    rooms,
    seat,
    simulate,
    solver,
    table,
)


def main() -> None:
    """Prints one block a subject."""
    print(machine.describe())
    at_the_table = (
        seat.settling, seat.loading, seat.importing, table.rolling, table.playing, table.reading, table.offering,
        memory.holding
    )  # fmt: skip
    sessions = (
        simulate.racing, simulate.exactly, simulate.starting, cluster.spreading, cluster.merging, dice.counting,
        agreement.agreeing,
    )  # fmt: skip
    for measure in (
        *at_the_table,
        house.syncing,
        house.opening,
        house.lasting,
        messages.counting,
        commands.commanding,
        felt.showing,
        page_kernel.simulating,
        rooms.visiting,
        exact.weighing,
        exact.collecting,
        exact.comparing,
        solver.solving,
        solver.verifying,
        solver.waiting,
        learning.stepping,
        *sessions,
    ):
        print()
        print("\n".join(measure()))


if __name__ == "__main__":
    main()

"""Runs every benchmark and prints the figures with the machine they were measured on."""

from bench import exact, machine, memory, seat, table


def main() -> None:
    """Prints one block a subject."""
    print(machine.describe())
    at_the_table = (seat.settling, seat.loading, seat.importing, table.rolling, memory.holding)
    for measure in (*at_the_table, exact.weighing, exact.collecting, exact.comparing):
        print()
        print("\n".join(measure()))


if __name__ == "__main__":
    main()

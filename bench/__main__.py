"""Runs every benchmark and prints the figures with the machine they were measured on."""

from bench import machine, memory, seat, table


def main() -> None:
    """Prints one block a subject."""
    print(machine.describe())
    for measure in (seat.settling, seat.loading, seat.importing, table.rolling, memory.holding):
        print()
        print("\n".join(measure()))


if __name__ == "__main__":
    main()

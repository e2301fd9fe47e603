/* The rows of a strategy, made in C from its steps and decisions: what sevenout.analysis.simulation.engines.rows does in
   Python.

   A step says what a roll leads to from a situation, and what goes back to the rack. A decision says what is done where
   something is faced, for an interval of racks. Pieces, rows, cells and rows for single racks follow from these and are
   made when a session first meets one; only a step or a decision that is not known has to be asked for. */
#ifndef SEVENOUT_STRATEGY_ROWS_H
#define SEVENOUT_STRATEGY_ROWS_H

#include "../rows.h"

typedef struct {
    i64 least, most, paid, layout, row, ending;
    i64 next; /* the decision before it about the same faced situation, or -1 */
} Decision;

typedef struct {
    i32 faced, back; /* faced -1: not known */
} Step;

/* How a situation's bets are played out: in which situation, what goes back to the rack, what lies there then. */
typedef struct {
    i64 situation, back, layout; /* situation -1: not known */
} PlayedOut;

typedef struct {
    Rows rows; /* as the walks take them */
    u8 column[KINDS];
    i64 many, filled, pieces; /* how many rows, cells and pieces there are */
    i64 room_rows, room_pieces, room_singles, room_situations, room_faced, room_decisions;
    i64 *situation; /* of each row */
    i64 *faced_of;  /* of each piece */
    Step *steps;    /* by situation and column */
    PlayedOut *played_out;
    Decision *decisions;
    i64 n_decisions, *decisions_of, *pieces_of; /* by what is faced: the last decision, any piece; -1: none */
    i64 *slots, n_slots; /* rows, found by situation and racks */
    i64 bankroll, minimum, first, plays_out;
} StrategyRows;

/* Takes in what the house tells: see `sevenout.server.lab.tracing_session`. 0: no memory, or not whole. */
int learn_strategy(StrategyRows *, const double *numbers, i64 many);
/* Makes the first decision: 0 if it is not known. */
int begin_rows(StrategyRows *);
/* The piece for something faced with so many chips; below zero if it is not known, or there is no memory. */
i64 decide(StrategyRows *, i64 faced, i64 rack);
/* Finds out what a walk has met: 1 if it can go on. */
int find_out(StrategyRows *, const Met *);
/* How many rows there are in which something may still be bet. */
i64 count_busy(const StrategyRows *);
void forget_strategy(StrategyRows *);

#endif

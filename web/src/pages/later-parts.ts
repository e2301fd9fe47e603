/** The parts of the table that nobody needs at first sight: what has happened, the command line, standing orders. */
import "../panels/session";
import "../panels/settlements";
import "../panels/shootout";
import "../table/command-line";
import "../table/standing-orders";

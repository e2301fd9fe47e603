/** The parts of the table that nobody needs at first sight: what has happened, who is there, the command line, standing orders, sounds. */
import "../../panels/players";
import "../../panels/rolls";
import "../../panels/session";
import "../../panels/settlements";
import "../../panels/shootout";
import "../../table/command-line";
import "../../table/standing-orders";
import "./table-effects";

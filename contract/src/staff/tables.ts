import { Count } from '../kernel/call/wire.ts';

// Rows of files. An invalid row must not stop the others, so the schema of a call accepts unparsed cells.

/** The line of the file where a row begins. */
export const Line = Count;

/** The most rows in one call, for rows that must be compared with each other. */
export const MOST_ROWS = 100_000;
export const TOO_MANY_ROWS = 'В файле больше 100 000 строк. Разделите его';

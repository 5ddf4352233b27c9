import { Count } from '../kernel/wire.ts';

// Rows of files. A row that cannot be read must not stop the others, so the schema of a call takes its cells as they are.

/** The line of a file on which a row begins. */
export const Line = Count;

/** Rows that must be compared with one another travel in one call. */
export const MOST_ROWS = 100_000;
export const TOO_MANY_ROWS = 'В файле больше 100 000 строк. Разделите его';

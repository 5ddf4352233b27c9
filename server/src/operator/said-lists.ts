import { said, type CommandOutput } from './command.ts';

/** A list, and how long it is. */
export const counted = (lines: readonly string[], none = 'Таких нет'): CommandOutput =>
  said(...lines, lines.length === 0 ? none : `Всего ${lines.length}`);

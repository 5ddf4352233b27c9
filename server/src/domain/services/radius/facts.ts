import type { Tx } from '#server/db/database.ts';
import { lineSessions, recentRefusals } from './facts.queries.ts';
import { lineFact, type LineFact, type LineFacts } from './facts.rules.ts';

export async function factsOfLine(tx: Tx, userId: number, now: Date): Promise<LineFacts> {
  const [refusals, sessions] = await Promise.all([recentRefusals(tx, userId, now), lineSessions(tx, userId)]);
  return { refusals, sessions };
}

/** What keeps a line from working, by what its device of access has told. */
export const factOfLine = async (tx: Tx, userId: number, now: Date): Promise<LineFact | undefined> =>
  lineFact(await factsOfLine(tx, userId, now));

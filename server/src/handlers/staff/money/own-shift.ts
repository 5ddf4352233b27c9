import type { Tx } from '#server/db/database.ts';
import { personByLogin } from '#server/domain/staff/person/person.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Operator } from '#server/kernel/world.ts';

/** The person who makes a call herself; undefined: a program, or the server. */
export const personAt = ({ entry }: Operator): number | undefined => entry?.personId ?? undefined;

/** Whose shift it is: the person's own; on the server, that of the one who is named. */
export async function shiftPersonOf(tx: Tx, operator: Operator, login?: string): Promise<number> {
  const own = personAt(operator);
  if (own !== undefined) return own;
  if (operator.entry !== undefined || login === undefined) throw new Problem('person_needed');
  const person = await personByLogin(tx, login);
  if (!person) throw new Problem('person_unknown');
  return person.person_id;
}

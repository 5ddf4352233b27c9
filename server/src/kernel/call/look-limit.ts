import { operatorCalls } from '@kabinet/contract/staff';
import type { Look, OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import type { Database, Tx } from '#server/db/database.ts';
import { hasNotedManyLooks, insertEnded, MANY_LOOKS } from '#server/db/queries/operator-action.ts';
import { looksSince } from '#server/db/queries/staff-read.ts';
import { doerOf } from '../audit.ts';
import type { Operator, World } from '../world.ts';

const HOUR_MS = 3_600_000;

/** Of one person in an hour: from how many on administrators are told, and how many are the most. */
const LOOKS: Readonly<Record<Look, { readonly told: number; readonly most: number }>> = {
  card: { told: 60, most: 300 },
  unmask: { told: 20, most: 60 },
};

const callsOf = (look: Look): string[] =>
  operatorCalls.filter((call) => call.look === look).map(({ command }) => command.words);

async function count(tx: Tx, look: Look, personId: number, now: Date): Promise<number> {
  const found = await looksSince(tx, { personId, calls: callsOf(look), since: new Date(now.getTime() - HOUR_MS) });
  return look === 'card' ? found.contracts : found.looks;
}

type On = Pick<World, 'db' | 'log'>;

/** Whether a person has opened as many people in the last hour as anybody may. */
export async function opensTooMany(
  db: Database,
  { look }: OperatorCall,
  operator: Operator,
  now: Date,
): Promise<boolean> {
  const personId = operator.entry?.personId ?? null;
  if (look === undefined || personId === null) return false;
  return (await db.read((tx) => count(tx, look, personId, now))) >= LOOKS[look].most;
}

/** Once an hour, a row of the audit trail of its own: the metric and the alert of the administrators read it. */
export async function noteManyLooks({ db, log }: On, call: OperatorCall, operator: Operator, now: Date): Promise<void> {
  const { look } = call;
  const personId = operator.entry?.personId ?? null;
  if (look === undefined || personId === null) return;
  const looks = await db.read((tx) => count(tx, look, personId, now));
  if (looks <= LOOKS[look].told) return;
  const since = new Date(now.getTime() - HOUR_MS);
  await db.write(async (tx) => {
    if (await hasNotedManyLooks(tx, personId, look, since)) return;
    const action = { ...doerOf(operator), call: MANY_LOOKS, input: { look, looks }, reason: null, begunAt: now };
    await insertEnded(tx, action, { outcome: 'done' }, now);
    log.warn({ personId, look, looks }, 'a person of the staff opens many people');
  });
}

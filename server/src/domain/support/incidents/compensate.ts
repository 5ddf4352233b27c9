import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Database, Tx } from '#db/database.ts';
import { comeBackUnasked } from '#domain/billing/debt/debt.ts';
import { notify } from '#domain/messaging/notify.ts';
import { post, providerAccount } from '#domain/money/ledger/ledger.ts';
import type { At } from '#domain/shared/at.ts';
import { lineText } from './incident.texts.ts';
import {
  contractsAt,
  lockUncompensated,
  markCompensated,
  runningFees,
  type Uncompensated,
} from './incident.queries.ts';
import { incidentCompensated } from './notices.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** Contracts of one transaction. */
const AT_ONCE = 100;

/** Minutes that are paid back. */
function minutesOf({
  began_at,
  ended_at,
  free_minutes,
}: Pick<Uncompensated, 'began_at' | 'ended_at' | 'free_minutes'>): number {
  const whole = Math.floor((Date.parse(ended_at) - Date.parse(began_at)) / MINUTE_MS);
  return Math.max(0, whole - free_minutes);
}

/** The part of a month's price; to the nearest kopeck. */
const partOf = (monthly: Kopecks, minutes: number, periodDays: number): Kopecks =>
  kopecks(Math.round((monthly * minutes) / (periodDays * DAY_MINUTES)));

/**
 * Gives back the fees of the time without service: one ledger transaction per service, whose reference names the incident, so a
 * repeat gives nothing twice.
 */
export async function compensate(db: Database, incidentId: number, at: At, atOnce = AT_ONCE): Promise<void> {
  for (let after = 0; ;) {
    const next = await db.write(async (tx) => {
      const incident = await lockUncompensated(tx, incidentId);
      if (!incident) return undefined;
      const contracts = minutesOf(incident) === 0 ? [] : await contractsAt(tx, incidentId, after, atOnce);
      for (const { contract_id } of contracts) await compensateContract(tx, incident, contract_id, at);
      const last = contracts.at(-1)?.contract_id;
      if (last === undefined) await markCompensated(tx, incidentId, at.now);
      return last;
    });
    if (next === undefined) return;
    after = next;
  }
}

async function compensateContract(tx: Tx, incident: Uncompensated, contractId: number, at: At): Promise<void> {
  const today = dayIn(at.zone, at.now);
  const minutes = minutesOf(incident);
  const day = dayIn(at.zone, new Date(incident.began_at));
  const lost = (await runningFees(tx, contractId, day)).filter(
    ({ kind }) => incident.services.length === 0 || incident.services.includes(kind),
  );
  let given = kopecks(0);
  for (const { user_id: userId, account_id: accountId, name, monthly, period_days: days } of lost) {
    const amount = partOf(monthly, minutes, days);
    if (amount === 0) continue;
    const text = lineText({ name, day, minutes }, today);
    const posted = await post(tx, {
      kind: 'correction',
      reference: `incident:${incident.incident_id}:${userId}`,
      day: today,
      happenedAt: at.now,
      entries: [
        { accountId: await providerAccount(tx, 'revenue'), amount: kopecks(0 - amount), text },
        { accountId, amount, text, userId },
      ],
    });
    if (posted === undefined) continue;
    given = kopecks(given + amount);
    await comeBackUnasked(tx, accountId, at, today);
  }
  if (given === 0) return;
  const told = { incidentId: incident.incident_id, amount: given, minutes, cause: incident.cause };
  await notify(tx, incidentCompensated, contractId, told, at);
}

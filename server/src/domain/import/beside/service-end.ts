import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { endService } from '#server/domain/changes/program/starter.ts';
import { switchOptionOff, switchOptionOn } from '#server/domain/changes/plan/plan.queries.ts';
import { settleDebts } from '#server/domain/changes/outside/told-service.queries.ts';
import { dayText, YEARLESS } from '#server/domain/shared/text.rules.ts';
import type { Arrival } from '../arrival.ts';
import type { ChangedRow } from '../changed/merged-rows.ts';
import { reopenService, setClosedOn } from './closing.queries.ts';

interface Ended {
  readonly user_id: number;
  readonly account_id: number;
  readonly closed_on: Day | null;
}

type Ending = Pick<Arrival, 'tx' | 'today' | 'now'>;

/** Services that the other billing has closed while their contract goes on, or opened again: without money, as a contract (`closeBeside`). */
export async function endServicesBeside(arrival: Ending, changed: readonly ChangedRow<Ended>[]): Promise<void> {
  const { tx, now } = arrival;
  const ended = changed.filter(({ columns }) => columns.includes('closed_on')).map(({ row }) => row);
  for (const { user_id: userId, closed_on: closedOn } of ended) {
    if (closedOn === null) await reopenService(tx, userId, now);
    else await close(arrival, userId, closedOn);
  }
  const accounts = new Set(ended.map(({ account_id: id }) => id));
  await settleDebts(tx, [...accounts], now);
}

async function close({ tx, today, now }: Ending, userId: number, closedOn: Day): Promise<void> {
  await endService(tx, userId, { today, now });
  await setClosedOn(tx, userId, closedOn);
}

/** Why the day of a closing is wrong, if it is. */
export function wrongEnd(
  { opened_on: opened, closed_on: closed }: { opened_on: Day; closed_on: Day | null },
  today: Day,
): { wrong: string } | undefined {
  if (closed === null) return undefined;
  if (closed > today) return { wrong: `${dayText(closed, YEARLESS)} ещё не наступило` };
  return closed < opened ? { wrong: 'раньше, чем подключена' } : undefined;
}

export interface SwitchedOption {
  readonly user_id: number;
  readonly option_id: number;
  readonly is_off: boolean;
}

/** Options that the other billing has taken off, or put on again: at once. */
export async function switchOptionsBeside(tx: Tx, options: readonly SwitchedOption[], today: Day): Promise<void> {
  for (const { user_id: userId, option_id: optionId, is_off: isOff } of options) {
    if (isOff) await switchOptionOff(tx, { userId, optionId }, { from: today, today });
    else await switchOptionOn(tx, userId, optionId, today);
  }
}

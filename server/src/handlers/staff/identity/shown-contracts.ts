import type { Day } from '@kabinet/contract/kernel/day';
import { isPerson } from '@kabinet/contract/kernel/sharing';
import type { Tx } from '#server/db/database.ts';
import { forecastsOfMany, type AccountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { promisedForecast } from '#server/domain/billing/promised-payment/promised-forecast.ts';
import { addressText } from '../../shared/address-text.ts';
import { contractRows } from '../staff.queries.ts';

/** An account in a list: what is on it, what it lacks, until when it pays. */
const accountInShort = ({ kind, accountNo, balance, debt, blocked, lastsUntil }: AccountForecast) => ({
  kind,
  account_no: accountNo,
  balance,
  missing: debt,
  blocked,
  lasts_until: lastsUntil,
});

export interface ShownContract {
  readonly contract_id: number;
  readonly printed_no: string | null;
  readonly name: string;
  readonly address: string;
  readonly state: 'active' | 'suspended' | 'closed';
  readonly accounts: ReturnType<typeof accountInShort>[];
}

/** Contracts as a list of the staff shows them; the same number of statements for any number of them. */
export async function shownContracts(
  tx: Tx,
  ids: readonly number[],
  today: Day,
): Promise<ReadonlyMap<number, ShownContract>> {
  if (ids.length === 0) return new Map();
  const [rows, forecasts] = await Promise.all([contractRows(tx, ids), forecastsOfMany(tx, ids, today)]);
  const shown = rows.map(async ({ accounts, town, street, house, flat, ...row }) => ({
    ...row,
    address: isPerson(row.contract_id) ? '' : addressText({ town, street, house, flat }),
    accounts: await Promise.all(
      accounts
        .flatMap((id) => forecasts.get(id) ?? [])
        .map(async (one) => accountInShort(await promisedForecast(tx, one))),
    ),
  }));
  return new Map((await Promise.all(shown)).map((one) => [one.contract_id, one]));
}

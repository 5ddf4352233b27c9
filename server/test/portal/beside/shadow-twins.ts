import { addDays, day, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { shadowUpToYesterday } from '#server/domain/billing-run/shadow/shadow-run.ts';
import { switchSource } from '#server/domain/billing-run/switch-source.ts';
import { takeBalances } from '#server/domain/changes/outside/balances.ts';
import { testPortal, type TestPortal } from '../portal.ts';

/** A line that the other billing tells; below zero: charged. */
export interface TwinLine {
  readonly key: string;
  readonly account_no: string;
  readonly day: Day;
  readonly text: string;
  readonly amount: Kopecks;
}

/** The day on which the clock of a test portal begins. */
export const FIRST = day('2026-11-20');

const ANY_SUM = 1_000_000_000;

/** In Samara, so many hours after the day has begun. */
const hoursInto = (on: Day, hours: number): Date => new Date(Date.parse(`${on}T00:00:00+04:00`) + hours * 3_600_000);

/**
 * Two equal portals: `there` charges and plays the other billing, `here` follows it as a shadow. Nobody lacks money. `change` changes what is
 * told of a day.
 */
export async function shadowTwins(
  template: 'demo' | 'empty',
  {
    prepare = () => Promise.resolve(),
    change = (lines) => lines,
  }: {
    readonly prepare?: (portal: TestPortal) => Promise<void>;
    readonly change?: (lines: readonly TwinLine[], on: Day) => readonly TwinLine[];
  } = {},
) {
  const [there, here] = [await testPortal({ template }), await testPortal({ template })];
  for (const portal of [there, here]) {
    await prepare(portal);
    await portal.pool.query(
      `update account set credit_limit_kopecks = ${String(ANY_SUM)} where contract_id is not null`,
    );
    portal.clock.set(hoursInto(addDays(FIRST, 1), 0.1));
    await chargeUpTo(portal.world);
  }
  // It has never charged.
  await here.pool.query('delete from charge_run');
  await here.pool.query('update account set charged_through = null');
  const since = { today: addDays(FIRST, 2), now: hoursInto(addDays(FIRST, 2), 0), zone: here.world.provider.time_zone };
  await here.world.db.write((tx) => switchSource(tx, { scope: { kind: 'provider' }, source: 'external', ...since }));

  let version = 0;
  /** Days of both: their nights there, what is told of each, and the night after the last here. */
  const live = async (days: readonly Day[]): Promise<void> => {
    for (const on of days) {
      there.clock.set(hoursInto(on, 0.1));
      await chargeUpTo(there.world);
      here.clock.set(hoursInto(on, 1));
      await tell(change(await linesOf(there, on), on), on);
    }
    here.clock.set(hoursInto(days.at(-1) ?? FIRST, 26));
    await shadowUpToYesterday(here.world);
  };
  const tell = async (lines: readonly TwinLine[], on: Day): Promise<void> => {
    version += 1;
    const rows = [...Map.groupBy(lines, ({ account_no }) => account_no)].map(([account_no, some]) => ({
      account_no,
      version,
      balance: 0 as Kopecks,
      counted_to: 0,
      lines: some,
    }));
    await here.world.db.write((tx) => takeBalances(tx, rows, { today: on, now: here.clock.now() }));
  };
  return {
    here,
    there,
    live,
    tell,
    /** Lives so many days, of which the shadow catches up some at once; then waits until nothing waits. Returns the last. */
    liveDays: async (count: number, atOnce = 1): Promise<Day> => {
      const days = Array.from({ length: count }, (_, nth) => addDays(FIRST, 2 + nth));
      for (let at = 0; at < count; at += atOnce) await live(days.slice(at, at + atOnce));
      const last = days.at(-1) ?? FIRST;
      here.clock.set(hoursInto(last, 64));
      await shadowUpToYesterday(here.world);
      return last;
    },
  };
}

/** Regular charges of a day, its calls, and what was given back. */
async function linesOf({ pool }: TestPortal, on: Day): Promise<TwinLine[]> {
  const { rows } = await pool.query<TwinLine>(
    `select e.transaction_id::text as key, a.account_no, to_char(e.day, 'YYYY-MM-DD') as day, e.text, e.amount_kopecks::int as amount
     from ledger_entry e join ledger_transaction t using (transaction_id) join account a using (account_id)
     where t.day = $1 and t.kind in ('charge', 'correction') and a.contract_id is not null
       and (e.rate_unit is not null or e.is_return or t.reference like 'charge:%:calls:%') order by e.entry_id`,
    [on],
  );
  return rows;
}

/** Every difference that was found: `2026-12-01 A-1 amount Интернет «Сто» 600/650: rule`. */
export async function shadowDifferences({ pool }: TestPortal): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' ', to_char(day, 'YYYY-MM-DD'), account_no, d.kind, service, ours_kopecks || '/' || theirs_kopecks,
       to_char(other_day, 'YYYY-MM-DD'), other_account_no) || ': ' || rule as line
     from shadow_difference d join account using (account_id) order by day, account_no, shadow_difference_id`,
  );
  return rows.map(({ line }) => line.replaceAll('\u00a0', ' '));
}

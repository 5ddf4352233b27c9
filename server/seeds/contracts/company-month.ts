import { addDays, addMonths, periodOf, type Day } from '@kabinet/contract/kernel/day';
import type pg from 'pg';
import { daysFrom } from '../calendar.ts';
import { markCallsCharged } from '../usage/call-charges.ts';
import { demoFeesOf } from '../money/fees.ts';
import { chargeOf, chargesOn, type RegularFee, type Movement } from '../money/movements.ts';
import { diceOf } from '../random.ts';
import { insertRows } from '../rows.ts';
import {
  callsOn,
  costOf,
  networkLineOf,
  localNumber,
  demoSessionsOf,
  type DemoCaller,
  type CallRow,
  type NetworkLine,
} from '../usage/usage.ts';
import { COMPANY } from '../people/towns.ts';

const BILLING_DAY = 1;
/** Maximum calls of a number per day. */
const MOST_CALLS = 15;

/** The company as in the database, the input for its history. */
export interface Company {
  readonly accounts: readonly { readonly id: number; readonly kind: 'i' | 't'; readonly no: string }[];
  readonly lines: readonly NetworkLine[];
  readonly numbers: readonly DemoCaller[];
  readonly fees: readonly RegularFee[];
}

export async function readCompany(client: pg.ClientBase): Promise<Company> {
  const { rows: accounts } = await client.query<Company['accounts'][number]>(
    'select account_id::int as id, kind, account_no as no from account where contract_id = $1 order by kind',
    [COMPANY],
  );
  const { rows: users } = await client.query<{ id: number; address: string }>(
    `select user_id::int as id, address from service_user
     where contract_id = $1 and user_type = 'ethernet' and state <> 'connecting' order by user_id`,
    [COMPANY],
  );
  const { rows: numbers } = await client.query<DemoCaller>(
    'select phone_number as number, plan_id as "planId" from phone_number where contract_id = $1 order by phone_number',
    [COMPANY],
  );
  const dice = diceOf(COMPANY);
  return {
    accounts,
    lines: users.map(({ id, address }) => networkLineOf(dice, id, address, 40)),
    numbers,
    fees: await demoFeesOf(client, [COMPANY]),
  };
}

/** Days of one month: used up to one day, charged up to another. */
export interface Days {
  readonly first: Day;
  readonly lastUsed: Day;
  readonly lastCharged: Day;
}

/** Adds calls and sessions, and returns all charges. The result for a month does not depend on when it is made. */
export async function addUse(client: pg.ClientBase, company: Company, days: Days): Promise<Movement[]> {
  const dice = diceOf(Number(days.first.slice(0, 7).replace('-', '')));
  const used = daysFrom(days.first, days.lastUsed);
  const calls = new Map(used.map((day) => [day, company.numbers.flatMap((no) => callsOn(dice, no, day, MOST_CALLS))]));
  await insertRows(client, 'call_record', [...calls.values()].flat());
  await markCallsCharged(client, company.numbers, {
    from: periodOf(days.first),
    until: periodOf(addMonths(days.first, 1)),
  });
  const sessions = company.lines.flatMap((line) => demoSessionsOf(dice, line, used));
  await insertRows(client, 'internet_session', sessions);
  const telephone = company.accounts.find(({ kind }) => kind === 't')?.id ?? 0;
  return daysFrom(days.first, days.lastCharged).flatMap((day) => [
    ...chargesOn(day, BILLING_DAY, company.fees),
    ...callCharges(telephone, day, calls.get(day) ?? []),
  ]);
}

/** The company's calls are charged daily, each number separately. */
const callCharges = (accountId: number, day: Day, calls: readonly CallRow[]): Movement[] =>
  [...Map.groupBy(calls, (call) => call.phone_number)].flatMap(([number, made]) => {
    const kopecks = costOf(made);
    const text = `Разговоры, номер ${localNumber(number)}`;
    const charge = { reference: `charge:${number}:calls:${day}`, kopecks, day, time: '23:59', text };
    const explained = { phone_number: number, service_from: day, service_until: addDays(day, 1) };
    return kopecks === 0 ? [] : [{ ...chargeOf(accountId, null, charge), ...explained }];
  });

/** Kopecks charged to each account. */
export function chargedToAccount(accountId: number, charges: readonly Movement[]): number {
  const own = charges.filter((charge) => charge.account_id === accountId);
  return own.reduce((sum, charge) => sum - charge.amount_kopecks, 0);
}

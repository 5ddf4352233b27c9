import { createHash } from 'node:crypto';
import { kopecks } from '@kabinet/contract/kernel/money';
import { operatorContract } from '@kabinet/contract/staff';
import type { ViewRow } from '#server/integrations/billing-views/port.ts';
import type { GivenBalance, GivenLine } from '../balances.ts';
import type { GivenService } from '../services.ts';

// A row of a view is judged by the schema of the call that a script makes: what a script may not tell, a view may not either.

const { balances, services } = operatorContract.billing;
const BalanceRow = balances.body.shape.rows.element;
const ServiceRow = services.body.shape.rows.element;
const LineOfView = BalanceRow.shape.lines.unwrap().element;

type Values = ViewRow['values'];

/** Versions are given when a row is told. */
const ANY_VERSION = 1;

/** A row that may be told, or why not. */
export type ReadRow<Row> = { readonly row: Row } | { readonly wrong: string };

/** What a column is called in a reason. */
const COLUMNS: Readonly<Record<string, string>> = {
  account_no: 'account_no',
  balance: 'balance',
  counted_to: 'counted_to',
  until: 'until_day',
  day: 'day',
  amount: 'amount',
};

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const reasonIn = ([issue]: readonly Issue[]): string => {
  const column = String(issue?.path[0] ?? '');
  return `столбец ${COLUMNS[column] ?? column}: ${issue?.message ?? ''}`;
};

/** Kopecks only: `100.500000` of a wider column is `100.50`. */
const sumText = (text: string | null | undefined): string | undefined => text?.replace(/(\.[0-9]{2})0+$/, '$1');

/** The day of a moment; a day of zeros is none. */
const dayText = (text: string | null | undefined): string | undefined => {
  const day = text?.replace(/[ T].*$/, '') ?? '';
  return day === '' || day === '0000-00-00' ? undefined : day;
};

const filled = (text: string | null | undefined): string | undefined => (text === '' ? undefined : (text ?? undefined));

export function readBalance(values: Values): ReadRow<Omit<GivenBalance, 'version' | 'lines'>> {
  const { data, error } = BalanceRow.safeParse({
    account_no: values['account_no'],
    version: ANY_VERSION,
    balance: sumText(values['balance']),
    counted_to: filled(values['counted_to']),
  });
  if (!data) return { wrong: reasonIn(error.issues) };
  const { account_no, balance, counted_to = 0 } = data;
  return { row: { account_no, balance, counted_to } };
}

const STATES: readonly string[] = ServiceRow.shape.state.options;

export function readService(values: Values): ReadRow<Omit<GivenService, 'version'>> {
  const state = values['state'] ?? '';
  if (!STATES.includes(state))
    return { wrong: `столбец state: «${state.slice(0, 100)}», а нужно ${STATES.join(', ')}` };
  const until = state === 'paused' ? dayText(values['until_day']) : undefined;
  const plan = filled(values['plan']);
  const { data, error } = ServiceRow.safeParse({
    login: values['login'],
    version: ANY_VERSION,
    state,
    ...(until !== undefined && { until }),
    ...(plan !== undefined && { plan }),
  });
  if (!data) return { wrong: reasonIn(error.issues) };
  const { version: _, ...row } = data;
  return { row };
}

export interface ReadHistoryLine extends GivenLine {
  readonly account_no: string;
}

const isNothing = (text: string | undefined): boolean => text !== undefined && /^-?0+(?:\.0+)?$/.test(text);

/** A line of the history; undefined if it moves no money. */
export function readHistoryLine(
  kind: 'charge' | 'payment',
  { id, values }: ViewRow,
): ReadRow<ReadHistoryLine> | undefined {
  const sum = sumText(values['amount']);
  if (isNothing(sum)) return undefined;
  const { data, error } = LineOfView.safeParse({
    key: `${kind}-${id}`,
    day: dayText(values['day']),
    text: filled(values['text']?.trim()) ?? (kind === 'charge' ? 'Списание' : 'Платёж'),
    amount: sum,
  });
  if (!data) return { wrong: reasonIn(error.issues) };
  return { row: { ...data, amount: kopecks(data.amount), account_no: values['account_no'] ?? '' } };
}

/** What rows of one key say, in a few characters. */
export function digestOfRows(rows: readonly ViewRow[]): string {
  const said = rows.map(({ values: { id: _, ...values } }) => JSON.stringify(values)).toSorted();
  return createHash('sha256').update(said.join('\n')).digest('base64url');
}

import type { Database } from '../../server/src/db/database.ts';

/** A contract, by what the staff look for. */
export interface SoughtContract {
  readonly contract_id: number;
  readonly name: string;
  readonly street: string;
  readonly house: string;
  readonly flat: string;
  readonly phone: string;
  readonly account_no: string;
}

/** The calls of the bench, by their words, as a key of a program names them. */
export const STAFF_CALLS = ['search', 'card', 'timeline', 'desk payer', 'debtors list'] as const;
export type StaffCall = (typeof STAFF_CALLS)[number];

/** What programs ask in each hundred calls. Lists of debtors are read a few times a day, so even one in a hundred is many. */
const MIX: readonly (readonly [StaffCall, number])[] = [
  ['search', 30],
  ['card', 25],
  ['timeline', 24],
  ['desk payer', 20],
  ['debtors list', 1],
];
const HUNDRED = MIX.flatMap(([call, times]) => Array.from({ length: times }, () => call));

/** The same mix in every hundred; a prime spreads the kinds. */
export const callAt = (count: number): StaffCall => HUNDRED[(count * 37) % HUNDRED.length] ?? 'search';

const word = (text: string, place: number): string => text.split(' ')[place] ?? '';

/** What people type. */
const TYPED: readonly ((one: SoughtContract) => string)[] = [
  ({ contract_id: id }) => String(id),
  ({ name }) => word(name, 0),
  ({ name }) => `${word(name, 0)} ${word(name, 1).slice(0, 1)}`,
  ({ phone }) => `8 (${phone.slice(1, 4)}) ${phone.slice(4, 7)}-${phone.slice(7)}`,
  ({ street, house, flat }) => `ул ${street} ${house}-${flat}`,
  ({ account_no: account }) => account,
];

const PATHS: Readonly<Record<StaffCall, (one: SoughtContract, count: number) => string>> = {
  search: (one, count) => `search?q=${encodeURIComponent(TYPED[count % TYPED.length]?.(one) ?? '')}`,
  card: ({ contract_id: id }) => `card?contract_id=${id}`,
  timeline: ({ contract_id: id }) => `timeline?contract_id=${id}`,
  'desk payer': ({ contract_id: id }) => `desk/payer?contract_id=${id}`,
  'debtors list': () => 'debtors/list?limit=50',
};

export const pathOf = (call: StaffCall, one: SoughtContract, count: number): string =>
  `/api/staff/v1/${PATHS[call](one, count)}`;

/** Contracts spread over all. */
export async function soughtContracts({ pool }: Database, count: number): Promise<SoughtContract[]> {
  const { rows } = await pool.query<SoughtContract>(
    `select c.contract_id, client_name as name, s.name as street, house, flat, k.value as phone, account_no
     from contract c join street s using (street_id) join account a on a.contract_id = c.contract_id and a.kind = 'i'
     join contact k on k.contract_id = c.contract_id and k.kind = 'phone'
     where c.contract_id > 1000000 order by c.contract_id * 48271 % 1000003 limit $1`,
    [count],
  );
  return rows;
}

import type { ImportRows } from '@kabinet/contract/staff';
import { kopecks } from '@kabinet/contract/kernel/money';
import { providerAccount } from '#server/domain/money/ledger/ledger.ts';
import type { Day } from '@kabinet/contract/kernel/day';
import { clientNamesOf } from '#server/domain/shared/client-name.rules.ts';
import { dayText, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { take, type Arrival, type OnLine, type JudgedKnown, type FormerTotals } from './arrival.ts';
import { balance, contractId, day, email, flag, maybe, must, oneOf, phone, price, whole, words } from './cells.ts';
import {
  accountsByNumberOrContract,
  contractsOf,
  insertAccounts,
  insertContracts,
  openBalances,
  setCreditLimits,
  takenContacts,
  type ImportedAccountRow,
  type FormerLine,
  type ImportedContractRow,
} from './contracts.queries.ts';
import { days, sums, type ComparedColumns } from './differences.ts';
import { wrongCabinetPassword, type PasswordCell } from './password-cell.ts';
import { noStreet, noTown, placesOf } from './places.ts';

const noContract = (id: number): { wrong: string } => ({
  wrong: `договора ${id} нет: добавьте его в contracts.csv`,
});

/** Of contracts that are in the database. */
async function knownContracts({ tx }: Pick<Arrival, 'tx'>, rows: readonly { contract: number }[]) {
  const ids = [...new Set(rows.map(({ contract }) => contract))];
  return new Map((await contractsOf(tx, ids)).map((one) => [one.contract_id, one]));
}

/** A mistyped year, mostly: what begins in 2062 would be charged nothing until then. */
export const notYet = (column: string, day: Day): { wrong: string } => ({
  wrong: `${column}: ${dayText(day, YEARLESS)} ещё не наступило`,
});

const CONTRACT = {
  contract: contractId,
  client: must(words(200)),
  is_company: flag,
  town: must(words(100)),
  street: maybe(words(100)),
  house: must(words(20)),
  flat: maybe(words(20)),
  billing_day: maybe(whole(1, 31), 1),
  opened_on: must(day),
  phone: maybe(phone),
  email: maybe(email),
  password: maybe(words(200)),
  is_plain: flag,
};

export async function takeContracts(arrival: Arrival, rows: ImportRows['contracts']): Promise<void> {
  const { tx, now, today, passwords } = arrival;
  await take(arrival, {
    table: 'contracts',
    rows,
    readers: CONTRACT,
    keyOf: ({ contract }) => String(contract),
    look: async (read) => {
      const [places, known, contacts] = [
        await placesOf(arrival),
        await knownContracts(arrival, read),
        await contactsFree(arrival, read),
      ];
      const judgeKnown = (ours: ImportedContractRow, given: OnLine<ImportedContractRow>): JudgedKnown<'contracts'> => {
        const { contract_id, client_name } = ours;
        if (client_name !== given.client_name) return { wrong: `такой договор уже есть у клиента ${client_name}` };
        const reached = comparedContacts(ours, given, (value) => contacts.free(value, given) === null);
        return {
          known: { ...comparedContract(ours, given), ...reached, password: passwords.isOther(contract_id) },
        };
      };
      return ({ contract, client, town, street, ...row }) => {
        const wrong = wrongContract(row, today);
        if (wrong) return wrong;
        const same = known.get(contract);
        if (same) return judgeKnown(same, { ...row, contract_id: contract, client_name: client, town, street });
        const townId = places.townOf(town);
        if (townId === undefined) return noTown(town);
        const streetId = street === null ? null : places.streetOf(townId, street)?.street_id;
        if (streetId === undefined) return noStreet(street ?? '');
        const { is_company, house, flat, billing_day, opened_on } = row;
        const fresh = {
          contract_id: contract,
          client_name: client,
          ...clientNamesOf(client, is_company),
          is_company,
          town_id: townId,
          street_id: streetId,
          house,
          flat,
          billing_day,
          opened_on,
          phone: contacts.taken(row.phone, { contract_id: contract, line: row.line }),
          email: contacts.taken(row.email, { contract_id: contract, line: row.line }),
          password_hash: passwords.hashOf(row),
        };
        return { fresh };
      };
    },
    insert: (fresh) => insertContracts(tx, fresh, now),
  });
}

const wrongContract = (
  row: PasswordCell & Pick<ImportedContractRow, 'opened_on'>,
  today: Day,
): { wrong: string } | undefined =>
  wrongCabinetPassword(row) ?? (row.opened_on > today ? notYet('заключён', row.opened_on) : undefined);

type Place = Omit<ImportedContractRow, 'phone' | 'email' | 'client_name'>;

const comparedContract = (ours: Place, given: Place): ComparedColumns<'contracts'> => ({
  is_company: [ours.is_company, given.is_company],
  town: [ours.town, given.town],
  street: [ours.street, given.street],
  house: [ours.house, given.house],
  flat: [ours.flat, given.flat],
  billing_day: [ours.billing_day, given.billing_day],
  opened_on: days(ours.opened_on, given.opened_on),
});

type Contacts = Pick<ImportedContractRow, 'phone' | 'email'>;

/** A contact that is the login of another contract was told as such. */
function comparedContacts(
  ours: Contacts,
  given: Contacts,
  isTaken: (value: string) => boolean,
): ComparedColumns<'contracts'> {
  const pairOf = (kind: keyof Contacts) =>
    given[kind] !== null && isTaken(given[kind]) ? false : ([ours[kind], given[kind]] as const);
  return { phone: pairOf('phone'), email: pairOf('email') };
}

interface Namer {
  readonly contract_id: number;
  readonly line: number;
}

/** Gives each phone and e-mail to the first contract that names it, because it is the login of one contract only. */
async function contactsFree(
  { tx, doubtful }: Arrival,
  rows: readonly OnLine<{ readonly phone: string | null; readonly email: string | null }>[],
) {
  const named = rows.flatMap((row) => [row.phone, row.email]).filter((value) => value !== null);
  const owners = new Map((await takenContacts(tx, named)).map((one) => [one.value, one.contract_id]));
  const free = (value: string, { contract_id, line }: Namer): string | null => {
    const owner = owners.get(value) ?? contract_id;
    if (owner === contract_id) return value;
    const reason = `${value} не записан: по нему входят в договор ${owner}. Абонент объединит договоры в кабинете`;
    doubtful.push({ table: 'contracts', line, reason });
    return null;
  };
  const taken = (value: string | null, namer: Namer): string | null => {
    const own = value === null ? null : free(value, namer);
    if (own !== null) owners.set(own, namer.contract_id);
    return own;
  };
  return { free, taken };
}

const ACCOUNT = {
  account: must(words(30)),
  contract: contractId,
  kind: must(oneOf({ интернет: 'i' as const, телефон: 't' as const })),
  balance: must(balance),
  credit_limit: maybe(price, kopecks(0)),
};

/** Adds accounts without money, and answers them: `openAccounts` enters it. */
export async function takeAccounts(arrival: Arrival, rows: ImportRows['accounts']): Promise<ImportedAccountRow[]> {
  const added: ImportedAccountRow[] = [];
  await take(arrival, {
    table: 'accounts',
    rows,
    readers: ACCOUNT,
    keyOf: ({ account }) => account,
    look: async (read) => {
      const contracts = await knownContracts(arrival, read);
      const found = await accountsByNumberOrContract(
        arrival.tx,
        read.map(({ account }) => account),
        [...contracts.keys()],
      );
      const numbers = new Map(found.map((one) => [one.account_no, one]));
      const kinds = new Map(found.map((one) => [`${one.contract_id} ${one.kind}`, one.account_no]));
      return ({ account, contract, kind, balance: opening, credit_limit }) => {
        const fresh = { account_no: account, contract_id: contract, kind, opening, credit_limit };
        const known = numbers.get(account);
        if (known) return sameAccount(known, fresh);
        if (!contracts.has(contract)) return noContract(contract);
        const other = kinds.get(`${contract} ${kind}`);
        if (other !== undefined) return { wrong: `у договора уже есть счёт этого вида: ${other}` };
        kinds.set(`${contract} ${kind}`, account);
        return { fresh };
      };
    },
    insert: (fresh) => {
      added.push(...fresh);
      return insertAccounts(arrival.tx, fresh);
    },
  });
  return added;
}

/** Judges an account that was there before: it must equal that of the table. */
function sameAccount(known: ImportedAccountRow, given: ImportedAccountRow): JudgedKnown<'accounts'> {
  if (known.contract_id !== given.contract_id || known.kind !== given.kind)
    return { wrong: `такой счёт уже есть у договора ${known.contract_id}` };
  if (known.opening !== given.opening)
    return { wrong: `счёт уже открыт с остатком ${rubles(known.opening)}; разницу проведите отдельно` };
  return { known: { credit_limit: sums(known.credit_limit, given.credit_limit) } };
}

/** Enters the balances of new accounts, with the lines of the former system that led to them. */
export async function openAccounts(
  { tx, now, today, zone, opened }: Arrival,
  accounts: readonly ImportedAccountRow[],
  history: readonly FormerLine[],
): Promise<void> {
  if (accounts.length === 0) return;
  const against = await providerAccount(tx, 'correction');
  await openBalances(tx, { accounts, history }, { against, today, now, zone });
  await setCreditLimits(tx, accounts);
  opened.accounts += accounts.length;
  if (history.length > 0) opened.past = pastOf(history);
  for (const { opening } of accounts) opened.sum = kopecks(opened.sum + opening);
}

/** What the lines count as, by the side of their kind (decision 0152): summed here, because a database that has just got them does not know how many they are. */
function pastOf(history: readonly FormerLine[]): FormerTotals {
  const sumOf = (...kinds: readonly FormerLine['kind'][]) =>
    history.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum), 0);
  return { paid: kopecks(sumOf('payment', 'refund')), charged: kopecks(0 - sumOf('charge', 'correction')) };
}

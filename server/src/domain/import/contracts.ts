import type { ImportRows } from '@kabinet/contract/operator';
import { kopecks } from '@kabinet/contract/kernel/money';
import { providerAccount } from '#domain/money/ledger/ledger.ts';
import type { Day } from '@kabinet/contract/kernel/day';
import { dayText, rubles, YEARLESS } from '#domain/shared/text.rules.ts';
import { isVerifiable } from '#domain/identity/credentials/password.ts';
import { take, type Arrival, type At } from './arrival.ts';
import {
  balance,
  day,
  email,
  flag,
  maybe,
  must,
  oneOf,
  phone,
  price,
  whole,
  words,
  Wrong,
  type Read,
} from './cells.ts';
import {
  accountsOf,
  contractsOf,
  insertAccounts,
  insertContracts,
  openBalances,
  pastOf,
  setLimits,
  takenContacts,
  type AccountRow,
  type FormerLine,
  type NewAccount,
} from './contracts.queries.ts';
import { noStreet, noTown, placesOf } from './places.ts';

/** A contract number: at most fifteen digits, as many as a login may have. */
export const contractId = must(whole(1, 999_999_999_999_999));

const noContract = (id: number): { wrong: string } => ({
  wrong: `договора ${id} нет: добавьте его в contracts.csv`,
});

/** Of contracts that are in the database. */
async function knownContracts({ tx }: Pick<Arrival, 'tx'>, rows: readonly { contract: number }[]) {
  const ids = [...new Set(rows.map(({ contract }) => contract))];
  return new Map((await contractsOf(tx, ids)).map((one) => [one.contract_id, one.client_name]));
}

/** A mistyped year, mostly: what begins in 2062 would be charged nothing until then. */
export const notYet = (column: string, day: Day): { wrong: string } => ({
  wrong: `${column}: ${dayText(day, YEARLESS)} ещё не наступило`,
});

/** The name and patronymic, and the surname with initials, of a person. */
function namesOf(client: string, isCompany: boolean): { client_name_io: string; client_name_short: string } {
  const [surname = '', ...rest] = client.split(/\s+/);
  if (isCompany || rest.length === 0) return { client_name_io: client, client_name_short: client };
  const initials = rest.map((word) => `${word.charAt(0).toUpperCase()}.`).join(' ');
  return { client_name_io: rest.join(' '), client_name_short: `${surname} ${initials}` };
}

/** A password, or its hash: of another kind it would silently become the password itself. */
const cabinetPassword: Read<string> = (cell) =>
  /^(?:\$\w+\$|\{\w+\})/.test(cell) && !isVerifiable(cell)
    ? new Wrong(
        'кабинет понимает только хеш argon2id: до 256 МБ памяти и 10 проходов. Оставьте пустым, и абонент задаст пароль сам',
      )
    : words(200)(cell);

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
  password: maybe(cabinetPassword),
};

export async function takeContracts(arrival: Arrival, rows: ImportRows['contracts']): Promise<void> {
  const { tx, now, today, hashOf } = arrival;
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
      return ({ contract, client, town, street, ...row }) => {
        const owner = known.get(contract);
        if (owner !== undefined)
          return owner === client ? 'known' : { wrong: `такой договор уже есть у клиента ${owner}` };
        const townId = places.townOf(town);
        if (townId === undefined) return noTown(town);
        const streetId = street === null ? null : places.streetOf(townId, street);
        if (streetId === undefined) return noStreet(street ?? '');
        const { line, is_company, house, flat, billing_day, opened_on } = row;
        if (opened_on > today) return notYet('заключён', opened_on);
        const fresh = {
          contract_id: contract,
          client_name: client,
          ...namesOf(client, is_company),
          is_company,
          town_id: townId,
          street_id: streetId,
          house,
          flat,
          billing_day,
          opened_on,
          phone: contacts(row.phone, contract, line),
          email: contacts(row.email, contract, line),
          password_hash: hashOf(row.password),
        };
        return { fresh };
      };
    },
    insert: (fresh) => insertContracts(tx, fresh, now),
  });
}

/** Gives each phone and e-mail to the first contract that names it, because it is the login of one contract only. */
async function contactsFree(
  { tx, doubtful }: Arrival,
  rows: readonly At<{ readonly phone: string | null; readonly email: string | null }>[],
) {
  const named = rows.flatMap((row) => [row.phone, row.email]).filter((value) => value !== null);
  const owners = new Map((await takenContacts(tx, named)).map((one) => [one.value, one.contract_id]));
  return (value: string | null, contract: number, line: number): string | null => {
    if (value === null) return null;
    const owner = owners.get(value);
    if (owner === undefined || owner === contract) {
      owners.set(value, contract);
      return value;
    }
    const reason = `${value} не записан: по нему входят в договор ${owner}. Абонент объединит договоры в кабинете`;
    doubtful.push({ table: 'contracts', line, reason });
    return null;
  };
}

const ACCOUNT = {
  account: must(words(30)),
  contract: contractId,
  kind: must(oneOf({ интернет: 'i' as const, телефон: 't' as const })),
  balance: must(balance),
  credit_limit: maybe(price, kopecks(0)),
};

/** Adds accounts without money, and answers them: `openAccounts` enters it. */
export async function takeAccounts(arrival: Arrival, rows: ImportRows['accounts']): Promise<readonly NewAccount[]> {
  const added: NewAccount[] = [];
  await take(arrival, {
    table: 'accounts',
    rows,
    readers: ACCOUNT,
    keyOf: ({ account }) => account,
    look: async (read) => {
      const contracts = await knownContracts(arrival, read);
      const found = await accountsOf(
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
function sameAccount(known: AccountRow, given: AccountRow): { wrong: string } | 'known' {
  if (known.contract_id !== given.contract_id || known.kind !== given.kind)
    return { wrong: `такой счёт уже есть у договора ${known.contract_id}` };
  if (known.opening !== given.opening)
    return { wrong: `счёт уже открыт с остатком ${rubles(known.opening)}; разницу проведите отдельно` };
  return 'known';
}

/** Enters the balances of new accounts, with the lines of the former system that led to them. */
export async function openAccounts(
  { tx, now, today, zone, opened }: Arrival,
  accounts: readonly NewAccount[],
  history: readonly FormerLine[],
): Promise<void> {
  if (accounts.length === 0) return;
  const against = await providerAccount(tx, 'correction');
  await openBalances(tx, { accounts, history }, { against, today, now, zone });
  await setLimits(tx, accounts);
  opened.accounts += accounts.length;
  if (history.length > 0) opened.past = await pastOf(tx, accounts);
  for (const { opening } of accounts) opened.sum = kopecks(opened.sum + opening);
}

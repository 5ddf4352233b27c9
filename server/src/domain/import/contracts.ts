import type { Day } from '@kabinet/contract/kernel/day';
import type { ImportRows } from '@kabinet/contract/staff';
import { clientNamesOf } from '#server/domain/shared/client-name.rules.ts';
import { dayText, YEARLESS } from '#server/domain/shared/text.rules.ts';
import type { Arrival, JudgedKnown } from './arrival.ts';
import { take } from './portions/take.ts';
import { contractId, day, email, flag, maybe, must, phone, printedNo, whole, words } from './cells.ts';
import { closeBeside } from './beside/closing.ts';
import { changeContracts } from './changed/contract-changes.queries.ts';
import { unless } from './changed/merge.ts';
import type { OnLine } from './changed/merged-rows.ts';
import { contactsFree, printedFree } from './contract/claims.ts';
import { contractsOf, insertContracts, type ImportedContractRow } from './contracts.queries.ts';
import { days, type ComparedColumns } from './differences.ts';
import { CABINET_PASSWORD_KIND, readCabinetPassword, type CabinetPasswordCells } from './cabinet-password.ts';
import { keptBySource } from './contract/source.queries.ts';
import { PAPER_CELLS, takePapers, type RowWithPaper } from './contract/papers.ts';
import { NAMED, type Refused } from './refused.ts';
import { noStreet, noTown, placesOf } from './places.ts';

export const noContract = (id: number): Refused => ({
  wrong: `договора ${id} нет: добавьте его в contracts.csv`,
  lacks: [NAMED.contract(id)],
});

/** Of contracts that are in the database. */
export async function importedContracts({ tx }: Pick<Arrival, 'tx'>, rows: readonly { contract: number }[]) {
  const ids = [...new Set(rows.map(({ contract }) => contract))];
  return new Map((await contractsOf(tx, ids)).map((one) => [one.contract_id, one]));
}

/** A mistyped year, mostly: what begins in 2062 would be charged nothing until then. */
export const notYet = (column: string, day: Day): { wrong: string } => ({
  wrong: `${column}: ${dayText(day, YEARLESS)} ещё не наступило`,
});

const CONTRACT = {
  contract: contractId,
  printed_no: maybe(printedNo),
  client: must(words(200)),
  is_company: flag,
  town: must(words(100)),
  street: maybe(words(100)),
  house: must(words(20)),
  flat: maybe(words(20)),
  billing_day: maybe(whole(1, 31), 1),
  opened_on: must(day),
  closed_on: maybe(day),
  phone: maybe(phone),
  email: maybe(email),
  password: maybe(words(200)),
  password_kind: CABINET_PASSWORD_KIND,
  password_salt: maybe(words(100)),
  ...PAPER_CELLS,
};

export async function takeContracts(arrival: Arrival, rows: ImportRows['contracts']): Promise<void> {
  const { tx, now, today, passwords } = arrival;
  let placeOf: PlaceOf = () => ({ wrong: '' });
  let contacts: Awaited<ReturnType<typeof contactsFree>> | undefined;
  let printed: Awaited<ReturnType<typeof printedFree>> | undefined;
  let kept: Awaited<ReturnType<typeof keptBySource>> | undefined;
  const withPapers: RowWithPaper[] = [];
  const contactRule = (value: string | null, contract: number) =>
    unless(value === null ? EMPTY_CONTACT : contacts?.whyTaken(value, contract), 'on hold');
  await take(arrival, {
    table: 'contracts',
    rows,
    readers: CONTRACT,
    keyOf: ({ contract }) => String(contract),
    look: async (read) => {
      placeOf = placeIn(await placesOf(arrival));
      const claims = (contacts = await contactsFree(arrival, read));
      const numbers = (printed = await printedFree(arrival, read));
      const known = await importedContracts(arrival, read);
      kept = await keptBySource(tx, read);
      const judgeKnown = (ours: ImportedContractRow, given: OnLine<ImportedContractRow>): JudgedKnown<'contracts'> => {
        const { contract_id, client_name } = ours;
        if (client_name !== given.client_name) return { wrong: `такой договор уже есть у клиента ${client_name}` };
        return { known: { ...comparedContract(ours, given), password: passwords.isOther(contract_id) } };
      };
      return ({ contract, client, town, street, ...row }) => {
        withPapers.push({ ...row, contract, client });
        const wrong = wrongContract(row, today);
        if (wrong) return wrong;
        const same = known.get(contract);
        if (same) return judgeKnown(same, { ...row, contract_id: contract, client_name: client, town, street });
        const place = placeOf({ town, street });
        if ('wrong' in place) return place;
        const printedWrong = numbers.whyTaken(row.printed_no, contract);
        if (printedWrong) return printedWrong;
        const { printed_no, is_company, house, flat, billing_day, opened_on, closed_on } = row;
        const fresh = {
          contract_id: contract,
          printed_no,
          client_name: client,
          ...clientNamesOf(client, is_company),
          is_company,
          ...place,
          house,
          flat,
          billing_day,
          opened_on,
          closed_on,
          phone: claims.taken(row.phone, { contract_id: contract, line: row.line }, 'phone'),
          email: claims.taken(row.email, { contract_id: contract, line: row.line }, 'email'),
          password_hash: passwords.hashOf(row),
        };
        return { fresh };
      };
    },
    insert: (fresh) => insertContracts(tx, fresh, now),
    onlyOfNew: ['password'],
    changes: {
      columns: {
        printed_no: (row) => unless(printed?.whyTaken(row.printed_no, row.contract), 'always'),
        is_company: { never: 'меняют в карточке договора' },
        town: (row) => unless(wrongPlace(placeOf(row)) ?? kept?.(row), 'on hold'),
        street: (row) => unless(wrongPlace(placeOf(row)) ?? kept?.(row), 'on hold'),
        house: 'on hold',
        flat: 'on hold',
        billing_day: 'on hold',
        opened_on: 'on hold',
        closed_on: arrival.beside ? 'always' : { never: 'договор расторгают здесь' },
        phone: (row) => contactRule(row.phone, row.contract),
        email: (row) => contactRule(row.email, row.contract),
        password: { never: 'его меняет абонент' },
      },
      together: ['town', 'street'],
      write: async (changed) => {
        await changeContracts(
          tx,
          changed.map(({ row: { password: _, password_salt: _salt, ...row }, columns }) => ({
            row: { ...row, ...placeIds(placeOf(row)) },
            columns,
          })),
          now,
        );
        await closeBeside(arrival, changed);
      },
    },
    after: () => takePapers(arrival, withPapers.splice(0)),
  });
}

const EMPTY_CONTACT = { wrong: 'пустая ячейка контакт не убирает' };

interface PlaceIds {
  readonly town_id: number;
  readonly street_id: number | null;
}
interface Named {
  readonly town: string;
  readonly street: string | null;
}
type PlaceOf = (named: Named) => PlaceIds | Refused;

const placeIn =
  ({ townOf, streetOf }: Awaited<ReturnType<typeof placesOf>>): PlaceOf =>
  ({ town, street }) => {
    const town_id = townOf(town);
    if (town_id === undefined) return noTown(town);
    const street_id = street === null ? null : streetOf(town_id, street)?.street_id;
    return street_id === undefined ? noStreet(town, street ?? '') : { town_id, street_id };
  };

const wrongPlace = (place: ReturnType<PlaceOf>) => ('wrong' in place ? place : undefined);
/** Of a place that is unknown neither town nor street is changed. */
const placeIds = (place: ReturnType<PlaceOf>): PlaceIds => ('wrong' in place ? { town_id: 0, street_id: null } : place);

function wrongContract(
  row: CabinetPasswordCells & Pick<ImportedContractRow, 'opened_on' | 'closed_on'>,
  today: Day,
): { wrong: string } | undefined {
  const password = readCabinetPassword(row);
  if (password && 'wrong' in password) return password;
  if (row.opened_on > today) return notYet('заключён', row.opened_on);
  return row.closed_on === null ? undefined : wrongClosing(row.opened_on, row.closed_on, today);
}

function wrongClosing(opened: Day, closed: Day, today: Day): { wrong: string } | undefined {
  if (closed > today) return notYet('расторгнут', closed);
  return closed < opened ? { wrong: 'расторгнут: раньше, чем заключён' } : undefined;
}

type Compared = Omit<ImportedContractRow, 'client_name'>;

const comparedContract = (ours: Compared, given: Compared): ComparedColumns<'contracts'> => ({
  printed_no: [ours.printed_no, given.printed_no],
  is_company: [ours.is_company, given.is_company],
  town: [ours.town, given.town],
  street: [ours.street, given.street],
  house: [ours.house, given.house],
  flat: [ours.flat, given.flat],
  billing_day: [ours.billing_day, given.billing_day],
  opened_on: days(ours.opened_on, given.opened_on),
  closed_on: days(ours.closed_on, given.closed_on),
  phone: [ours.phone, given.phone],
  email: [ours.email, given.email],
});

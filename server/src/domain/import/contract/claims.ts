import { printedKey } from '@kabinet/contract/kernel/papers/printed-no';
import type { Arrival } from '../arrival.ts';
import type { OnLine } from '../changed/merged-rows.ts';
import { takenContacts, takenPrinted } from '../contracts.queries.ts';

/** Gives a value that only one contract may have to the first that names it; answers whose it is. */
const claimsOn =
  (owners: Map<string, number>) =>
  (value: string, contract: number): number => {
    const owner = owners.get(value) ?? contract;
    owners.set(value, owner);
    return owner;
  };

const keyOf = (printed: string | null): string => (printed === null ? '' : (printedKey(printed) ?? ''));

/** Printed numbers: two contracts never have the same, in whatever spelling. */
export async function printedFree({ tx }: Arrival, rows: readonly OnLine<{ readonly printed_no: string | null }>[]) {
  const named = rows.map(({ printed_no }) => keyOf(printed_no)).filter((key) => key !== '');
  const claim = claimsOn(new Map((await takenPrinted(tx, named)).map((one) => [one.value, one.contract_id])));
  return {
    /** Why a contract may not have this number. */
    whyTaken: (printed: string | null, contract: number): { wrong: string } | undefined => {
      const owner = printed === null ? contract : claim(keyOf(printed), contract);
      return owner === contract ? undefined : { wrong: `номер на бумагах «${printed ?? ''}» уже у договора ${owner}` };
    },
  };
}

interface Namer {
  readonly contract_id: number;
  readonly line: number;
}

/** Gives each phone and e-mail to the first contract that names it, because it is the login of one contract only. */
export async function contactsFree(
  { tx, doubtful, beside }: Arrival,
  rows: readonly OnLine<{ readonly phone: string | null; readonly email: string | null }>[],
) {
  const named = rows.flatMap((row) => [row.phone, row.email]).filter((value) => value !== null);
  const owners = new Map((await takenContacts(tx, named)).map((one) => [one.value, one.contract_id]));
  const claim = claimsOn(owners);
  return {
    /** The contact of a new contract; null if it is that of another one. */
    taken: (value: string | null, { contract_id, line }: Namer, column: 'phone' | 'email'): string | null => {
      const owner = value === null ? contract_id : claim(value, contract_id);
      if (owner === contract_id) return value;
      const reason = `${value ?? ''} не записан: по нему входят в договор ${owner}. Абонент объединит договоры в кабинете`;
      doubtful.push({ table: 'contracts', line, reason });
      beside?.leftOut({ table: 'contracts', line }, column);
      return null;
    },
    /** Why a contract that is there may not change to this contact. */
    whyTaken: (value: string, contract: number): { wrong: string } | undefined => {
      const owner = claim(value, contract);
      return owner === contract ? undefined : { wrong: `по нему входят в договор ${owner}` };
    },
  };
}

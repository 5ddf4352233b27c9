import type { ImportRows } from '@kabinet/contract/staff';
import type { Database } from '#server/db/database.ts';
import { hashPassword, isOutdated, isRight, NOBODYS_HASH } from '#server/domain/identity/credentials/password.ts';
import { atOnce, type Hear } from './at-once.ts';
import { contractId, flag } from './cells.ts';
import { passwordHashesOf } from './contracts.queries.ts';
import { isReadyHash, wrongCabinetPassword, type PasswordCell } from './password-cell.ts';

/** The passwords of the cabinet in a table: hashed, or compared with those of contracts that are there already. */
export interface CabinetPasswords {
  /** The hash of a new one; a hash that nothing matches where there is none. */
  readonly hashOf: (cell: PasswordCell) => string;
  /** Whether a contract has another password than the table says. */
  readonly isOther: (contract: number) => boolean;
}

/**
 * Before the transaction, because each password takes some 20 ms of a core: hashes those of new contracts, which a mere check does
 * not need, and compares those of contracts that are there.
 */
export async function cabinetPasswords(
  db: Database,
  rows: ImportRows['contracts'] = [],
  { isCheck, hear }: { readonly isCheck: boolean; readonly hear: Hear },
): Promise<CabinetPasswords> {
  const cells = rows.flatMap(readCell);
  const ids = cells.map(({ contract }) => contract);
  const stored = new Map((await db.read((tx) => passwordHashesOf(tx, ids))).map((one) => [one.contract_id, one.hash]));
  const known = cells.filter(({ contract }) => stored.has(contract));
  const plain = isCheck ? [] : cells.filter((cell) => !stored.has(cell.contract) && !isReadyHash(cell));
  const [hashes, others] = [new Map<string, string>(), new Set<number>()];
  const compare = async (cell: PasswordOfContract) => {
    if (await isOther(cell, stored.get(cell.contract) ?? NOBODYS_HASH)) others.add(cell.contract);
  };
  const hash = async (password: string) => void hashes.set(password, await hashPassword(password));
  await atOnce(
    'passwords',
    [
      ...known.map((cell) => () => compare(cell)),
      ...[...new Set(plain.map(({ password }) => password))].map((password) => () => hash(password)),
    ],
    hear,
  );
  return {
    hashOf: (cell) => (isReadyHash(cell) ? cell.password : hashes.get(cell.password ?? '')) ?? NOBODYS_HASH,
    isOther: (contract) => others.has(contract),
  };
}

type PasswordOfContract = PasswordCell & { readonly contract: number; readonly password: string };

/** A row with a password that can be taken: what is wrong with the others is told by its line. */
function readCell(row: NonNullable<ImportRows['contracts']>[number]): PasswordOfContract[] {
  const { password = '' } = row;
  const [contract, isPlain] = [contractId(row.contract ?? ''), flag(row.is_plain ?? '')];
  if (typeof contract !== 'number' || typeof isPlain !== 'boolean' || password === '') return [];
  const cell = { contract, password, is_plain: isPlain };
  return wrongCabinetPassword(cell) ? [] : [cell];
}

/** Of two hashes the stored one may be ours of the same password, made anew by a sign-in: that is not told. */
function isOther(cell: PasswordOfContract, stored: string): Promise<boolean> | boolean {
  if (!isReadyHash(cell)) return isRight(cell.password, stored).then((isSame) => !isSame);
  return cell.password !== stored && (isOutdated(stored) || !isOutdated(cell.password));
}

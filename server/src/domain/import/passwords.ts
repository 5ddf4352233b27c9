import type { ImportRow, ImportRows } from '@kabinet/contract/staff';
import type { Database } from '#server/db/database.ts';
import type { FormerDigest } from '#server/domain/identity/credentials/former-digest.ts';
import {
  hashFormer,
  hashPassword,
  isOfDigest,
  isOutdated,
  isRight,
  NOBODYS_HASH,
} from '#server/domain/identity/credentials/password.ts';
import { atOnce, type Hear } from './at-once.ts';
import {
  CABINET_PASSWORD_KIND,
  readCabinetPassword,
  type CabinetPassword,
  type CabinetPasswordCells,
} from './cabinet-password.ts';
import { contractId, WrongCell } from './cells.ts';
import { passwordHashesOf } from './contracts.queries.ts';

/** The passwords of the cabinet in a table: hashed, or compared with those of contracts that are there already. */
export interface CabinetPasswords {
  /** The hash of a new one; a hash that nothing matches where there is none. */
  readonly hashOf: (cells: CabinetPasswordCells) => string;
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
  const read: PasswordOfContract[] = [];
  for await (const row of rows) read.push(...readPassword(row));
  const ids = read.map(({ contract }) => contract);
  const stored = new Map((await db.read((tx) => passwordHashesOf(tx, ids))).map((one) => [one.contract_id, one.hash]));
  const [hashes, others] = [new Map<string, string>(), new Set<number>()];
  const compare = async ({ contract, password }: PasswordOfContract) => {
    if (await isOther(password, stored.get(contract) ?? NOBODYS_HASH)) others.add(contract);
  };
  const fresh = isCheck ? [] : read.filter(({ contract }) => !stored.has(contract));
  const different = new Map(fresh.map(({ password }) => [nameOf(password), password]));
  await atOnce(
    'passwords',
    [
      ...read.filter(({ contract }) => stored.has(contract)).map((one) => () => compare(one)),
      ...[...different].flatMap(([name, password]) =>
        'ready' in password ? [] : [async () => void hashes.set(name, await hashed(password))],
      ),
    ],
    hear,
  );
  return {
    hashOf: (cells) => {
      const password = readCabinetPassword(cells);
      if (!password || 'wrong' in password) return NOBODYS_HASH;
      return 'ready' in password ? password.ready : (hashes.get(nameOf(password)) ?? NOBODYS_HASH);
    },
    isOther: (contract) => others.has(contract),
  };
}

const hashed = (password: Exclude<CabinetPassword, { readonly ready: string }>): Promise<string> =>
  'plain' in password ? hashPassword(password.plain) : hashFormer(password.former);

/** Equal for equal passwords. */
const nameOf = (password: CabinetPassword): string => JSON.stringify(password);

interface PasswordOfContract {
  readonly contract: number;
  readonly password: CabinetPassword;
}

/** A row with a password that can be taken: what is wrong with the others is told by its line. */
function readPassword(row: ImportRow<'contracts'>): PasswordOfContract[] {
  const contract = contractId(row.contract ?? '');
  const kind = CABINET_PASSWORD_KIND(row.password_kind ?? '');
  if (typeof contract !== 'number' || kind instanceof WrongCell) return [];
  const [text, salt] = [orNull(row.password), orNull(row.password_salt)];
  const password = readCabinetPassword({ password: text, password_kind: kind, password_salt: salt });
  return password && !('wrong' in password) ? [{ contract, password }] : [];
}

const orNull = (cell = ''): string | null => (cell === '' ? null : cell);

/** Of two hashes the stored one may be ours of the same password, made anew by a sign-in: that is not told. */
async function isOther(password: CabinetPassword, stored: string): Promise<boolean> {
  if ('plain' in password) return !(await isRight(password.plain, stored));
  if ('former' in password) return isOtherDigest(password.former, stored);
  return password.ready !== stored && (isOutdated(stored) || !isOutdated(password.ready));
}

const isOtherDigest = async (former: FormerDigest, stored: string): Promise<boolean> =>
  (await isOfDigest(stored, former)) === false;

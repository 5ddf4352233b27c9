import {
  FORMER_KINDS,
  hasSaltCell,
  readFormerDigest,
  type FormerDigest,
  type FormerKind,
} from '#server/domain/identity/credentials/former-digest.ts';
import { isVerifiable } from '#server/domain/identity/credentials/password.ts';
import { maybe, oneOf } from './cells.ts';

const FORMER_NAMES = Object.keys(FORMER_KINDS) as readonly FormerKind[];

/** The cells of a password of the cabinet: what the password is stands in a column of its own and is never guessed. */
export const CABINET_PASSWORD_KIND = maybe(
  oneOf<FormerKind | 'plain' | 'argon2id'>({
    открытый: 'plain',
    argon2id: 'argon2id',
    ...(Object.fromEntries(FORMER_NAMES.map((name) => [name, name])) as Readonly<Record<FormerKind, FormerKind>>),
  }),
);

export interface CabinetPasswordCells {
  readonly password: string | null;
  readonly password_kind: FormerKind | 'plain' | 'argon2id' | null;
  readonly password_salt: string | null;
}

/** A password as the table says it: itself, a hash of our kind, or a digest of the former system. */
export type CabinetPassword =
  | { readonly plain: string }
  | { readonly ready: string }
  | { readonly former: FormerDigest };

/** The password of a row: undefined without one. */
export function readCabinetPassword({
  password,
  password_kind: kind,
  password_salt: salt,
}: CabinetPasswordCells): CabinetPassword | { readonly wrong: string } | undefined {
  if (password === null) return undefined;
  if (kind === 'plain') return salt === null ? { plain: password } : NO_SALT;
  // Nothing else begins like a hash of ours.
  if (kind === null || kind === 'argon2id') return readReady(password, kind === null ? UNNAMED : NOT_READY);
  return readFormer(kind, password, salt);
}

const readReady = (password: string, otherwise: { readonly wrong: string }) =>
  isVerifiable(password) ? { ready: password } : otherwise;

function readFormer(kind: FormerKind, text: string, salt: string | null) {
  if (hasSaltCell(kind) !== (salt !== null)) return salt === null ? SALTLESS : NO_SALT;
  const former = readFormerDigest(kind, text, salt ?? '');
  return former ? { former } : { wrong: `пароль: не похож на ${kind}, а так сказано в столбце «вид пароля»` };
}

const UNNAMED = {
  wrong: `вид пароля: не заполнено. Напишите «открытый», если в столбце «пароль» сам пароль, или чем он хеширован: argon2id, ${FORMER_NAMES.join(', ')}. Оставьте пароль пустым, и абонент задаст свой`,
};
const NOT_READY = { wrong: 'пароль: не похож на argon2id до 256 МБ памяти и 10 проходов' };
const SALTLESS = { wrong: 'соль: не заполнено' };
const NO_SALT = { wrong: 'соль: у этого вида пароля её нет в отдельном столбце' };

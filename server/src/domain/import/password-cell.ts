/** Bytes of the digests of MD5, SHA-1, SHA-256 and SHA-512. */
const DIGESTS: readonly number[] = [16, 20, 32, 64];
/** A digest as MySQL (`*…`), PostgreSQL (`md5…`) and MS SQL (`0x…`) write it, alone or with its salt after a colon. */
const WITH_DIGITS = /^(?:\*|0x|md5)?([\da-f]+)(?::.+)?$/i;
/** `$2y$10$…`, `{SSHA}…`, `{SHA512-CRYPT}$6$…`, `pbkdf2_sha256$600000$…`. */
const WITH_SCHEME = /^(?:\$|\{[\w.-]+\}|(?:pbkdf2|bcrypt|scrypt|argon2|sha|md5)\w*[$:])/i;

/** Whether a text looks like the hash of a password: taken as the password itself, it would let in whoever has the old database. */
function isLikeHash(text: string): boolean {
  const [, digits = ''] = WITH_DIGITS.exec(text) ?? [];
  return WITH_SCHEME.test(text) || DIGESTS.some((bytes) => digits.length === 2 * bytes) || isDigestInBase64(text);
}

/** Padded or not, in either alphabet; a text that no encoder would write is none. */
function isDigestInBase64(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  const bare = text.replace(/={1,2}$/, '');
  const written = (['base64', 'base64url'] as const).map((alphabet) => bytes.toString(alphabet).replace(/=+$/, ''));
  return DIGESTS.includes(bytes.length) && written.includes(bare);
}

export interface PasswordCell {
  readonly password: string | null;
  /** Whether the table says that it is the password itself, whatever it looks like. */
  readonly is_plain: boolean;
}

const ITSELF = 'Если это сам пароль, напишите «да» в столбце «пароль открыт»';

/** Why the password of a service cannot be taken: the network needs the password itself. */
export const wrongServicePassword = (cell: PasswordCell): { wrong: string } | undefined =>
  isUnknownHash(cell)
    ? {
        wrong: `пароль: похож на хеш, а услуге нужен сам пароль. Оставьте пустым, и абонент задаст его в кабинете. ${ITSELF}`,
      }
    : undefined;

const isUnknownHash = ({ password, is_plain }: PasswordCell): boolean =>
  password !== null && !is_plain && isLikeHash(password);

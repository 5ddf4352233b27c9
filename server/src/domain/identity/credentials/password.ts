import { hash, verify } from '@node-rs/argon2';

/** Argon2id, the library's default, with 19 MiB and two passes. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';
/** A hash that matches no password: verified for an unknown login, so that the reply takes as long. */
export const NOBODYS_HASH = `${PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** The same password may be typed as different code points; it is normalised and never truncated. */
const inOneForm = (password: string) => password.normalize('NFC');

export const hashPassword = (password: string): Promise<string> => hash(inOneForm(password), PARAMETERS);

/** Whether the password is right. Takes as long without a hash to compare with. */
export async function isRight(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isSame = await verify(passwordHash ?? NOBODYS_HASH, inOneForm(password));
  return isSame && passwordHash !== undefined;
}

/** Of one to ten passes. */
const ARGON2ID =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(?:[1-9]|10),p=([1-9]\d?)\$[A-Za-z\d+/]{11,64}\$[A-Za-z\d+/]{22,86}$/;
/** KiB that a sign-in may cost. */
const MOST_MEMORY = 262_144;

/** Whether a hash that another system has made can be verified here, at a price that a sign-in may cost. */
export function isVerifiable(passwordHash: string): boolean {
  const [, memory, lanes] = (ARGON2ID.exec(passwordHash) ?? []).map(Number);
  return memory !== undefined && lanes !== undefined && memory >= 8 * lanes && memory <= MOST_MEMORY;
}

/** Whether a hash was made with other parameters than today's. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(PREFIX);

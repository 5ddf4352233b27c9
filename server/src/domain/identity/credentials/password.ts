import { hash, verify } from '@node-rs/argon2';
import {
  formerDigestOf,
  FORMER_KINDS,
  workInVain,
  workOf,
  type FormerDigest,
  type FormerKind,
  type FormerRecipe,
} from './former-digest.ts';

/** Argon2id, the library's default, with 19 MiB and two passes. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';
/** A hash that matches no password: verified for an unknown login, so that the reply takes as long. */
export const NOBODYS_HASH = `${PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** The same password may be typed as different code points; it is normalised and never truncated. */
const inOneForm = (password: string) => password.normalize('NFC');

export const hashPassword = (password: string): Promise<string> => hash(inOneForm(password), PARAMETERS);

/**
 * Whether the password is right. Takes as long without a hash to compare with; `dearest`: the price of the dearest digest of the former
 * system that anybody still has, which a check of anybody else pays, too.
 */
export async function isRight(password: string, passwordHash: string | undefined, dearest = 0): Promise<boolean> {
  const isSame = await isOf(passwordHash ?? NOBODYS_HASH, inOneForm(password), dearest);
  return isSame && passwordHash !== undefined;
}

async function isOf(kept: string, typed: string, dearest: number): Promise<boolean> {
  const former = formerIn(kept);
  if (dearest > (former ? workOf(former) : 0)) await workInVain(dearest);
  return former ? verify(former.hash, await formerDigestOf(former, typed)) : verify(kept, typed);
}

/** `former:<price>:<kind>:<salt>:<hash>`: a hash of ours of the digest that the former system has kept. */
const FORMER = /^former:\d\d:([^:]+):([^:]*):(.+)$/;

/** Hashes the digest of a former system: the digest alone opens nothing. */
export async function hashFormer({ digest, ...recipe }: FormerDigest): Promise<string> {
  const price = String(workOf(recipe)).padStart(2, '0');
  return `former:${price}:${recipe.kind}:${Buffer.from(recipe.salt).toString('base64url')}:${await hashPassword(digest)}`;
}

function formerIn(kept: string): (FormerRecipe & { readonly hash: string }) | undefined {
  const [, kind = '', salt = '', passwordHash = ''] = FORMER.exec(kept) ?? [];
  if (!Object.hasOwn(FORMER_KINDS, kind)) return undefined;
  return { kind: kind as FormerKind, salt: Buffer.from(salt, 'base64url').toString(), hash: passwordHash };
}

/** Whether a kept hash is of this digest; undefined if no digest of a former system is kept: its owner has signed in since. */
export async function isOfDigest(kept: string, { kind, salt, digest }: FormerDigest): Promise<boolean | undefined> {
  const former = formerIn(kept);
  if (!former) return undefined;
  return former.kind === kind && former.salt === salt && verify(former.hash, digest);
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

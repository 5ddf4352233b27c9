// oxlint-disable-next-line typescript/triple-slash-reference -- workspaces that import the server have no other way to its declaration
/// <reference path="./unix-crypt-td-js.d.ts" />
import { createHash } from 'node:crypto';
import { hash as bcrypt } from '@node-rs/bcrypt';
import desCrypt from 'unix-crypt-td-js';
import { md5Crypt } from './md5-crypt.ts';

/** How another system has digested a password. */
export type FormerKind = keyof typeof FORMER_KINDS;

/** What a typed password is digested with: the salt has the form that its kind needs. */
export interface FormerRecipe {
  readonly kind: FormerKind;
  readonly salt: string;
}

export interface FormerDigest extends FormerRecipe {
  readonly digest: string;
}

interface Kind {
  /** Salt and digest of a cell; undefined if it is none of this kind. */
  readonly read: (text: string, salt: string) => Omit<FormerDigest, 'kind'> | undefined;
  readonly digest: (typed: string, salt: string) => Promise<string> | string;
  /** Whether its salt stands in a cell of its own. */
  readonly hasSaltCell?: true;
}

const groups = (form: RegExp, text: string) => {
  const [, salt, digest] = form.exec(text) ?? [];
  return salt === undefined || digest === undefined ? undefined : { salt, digest };
};

/** A digest in hexadecimal digits, of a password with its salt before or after it, or without one. */
function inHex(name: 'md5' | 'sha1', digits: number, salted: (typed: string, salt: string) => string): Kind {
  const form = new RegExp(`^[0-9a-f]{${digits}}$`);
  return {
    read: (text, salt) => (form.test(text.toLowerCase()) ? { salt, digest: text.toLowerCase() } : undefined),
    digest: (typed, salt) => createHash(name).update(salted(typed, salt)).digest('hex'),
  };
}

const bare = (typed: string) => typed;
const saltLast = (typed: string, salt: string) => `${typed}${salt}`;
const saltFirst = (typed: string, salt: string) => `${salt}${typed}`;

export const FORMER_KINDS = {
  bcrypt: {
    read: (text) => groups(/^\$2[aby]\$((?:0[4-9]|1[0-2])\$[./A-Za-z0-9]{21}[.Oeu])([./A-Za-z0-9]{31})$/, text),
    digest: async (typed, salt) => (await bcrypt(typed, { salt: `$2b$${salt}` })).slice(-31),
  },
  crypt: {
    read: (text) => groups(/^([./A-Za-z0-9]{2})([./A-Za-z0-9]{11})$/, text),
    digest: (typed, salt) => desCrypt([...Buffer.from(typed)], salt).slice(2),
  },
  'md5-crypt': {
    read: (text) => groups(/^\$1\$([^$:\s]{1,8})\$([./A-Za-z0-9]{22})$/, text),
    digest: (typed, salt) => md5Crypt(typed, salt),
  },
  md5: inHex('md5', 32, bare),
  sha1: inHex('sha1', 40, bare),
  'md5(пароль+соль)': { ...inHex('md5', 32, saltLast), hasSaltCell: true },
  'md5(соль+пароль)': { ...inHex('md5', 32, saltFirst), hasSaltCell: true },
  'sha1(пароль+соль)': { ...inHex('sha1', 40, saltLast), hasSaltCell: true },
  'sha1(соль+пароль)': { ...inHex('sha1', 40, saltFirst), hasSaltCell: true },
} as const satisfies Readonly<Record<string, Kind>>;

const kindNamed = (kind: FormerKind): Kind => FORMER_KINDS[kind];

/** What a cell of a table holds; undefined if it is no digest of the kind that the table names. */
export function readFormerDigest(kind: FormerKind, text: string, salt: string): FormerDigest | undefined {
  const found = kindNamed(kind).read(text, salt);
  return found && { kind, ...found };
}

export const hasSaltCell = (kind: FormerKind): boolean => kindNamed(kind).hasSaltCell === true;

/** The digest that the former system would keep of a typed password. */
export const formerDigestOf = async ({ kind, salt }: FormerRecipe, typed: string): Promise<string> =>
  kindNamed(kind).digest(typed, salt);

/** The price of bcrypt, as the power of two that its salt names; 0 for what costs next to nothing beside a hash of ours. */
export const workOf = ({ kind, salt }: FormerRecipe): number => (kind === 'bcrypt' ? Number(salt.slice(0, 2)) : 0);

/** Works as long as a digest of this price, so that the time of a reply does not tell whose password comes from the former system. */
export async function workInVain(work: number): Promise<void> {
  if (work > 0) await bcrypt('', { salt: `$2b$${String(work).padStart(2, '0')}$${'.'.repeat(22)}` });
}

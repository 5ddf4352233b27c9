import type { Tx } from '#server/db/database.ts';
import { keysFrom, keysWith, MOST_FOUND, type Hit, type KeyHit, type KeyKind } from './key.queries.ts';
import { macOf, tokenOf, typedPhone } from './typed.rules.ts';

/** A key as it may begin, in several spellings, and a part of it; nothing if what was typed is none. */
type Reading = { readonly begins: readonly string[]; readonly part: string | undefined } | undefined;

const LEAST_PART = 3;
/** Longer text is whole, and each three of its characters would cost a look into the index. */
const MOST_PART = 16;
const LEAST_DEVICE = 4;

/** One word as it is, and as a part. */
const whole = (text: string | undefined): Reading => (text === undefined ? undefined : { begins: [text], part: text });

const token = (typed: string): Reading => whole(tokenOf(typed));

/** A part of an account is not looked for: it would be the account of another. */
function account(typed: string): Reading {
  const text = tokenOf(typed);
  return text === undefined || !/\d/.test(text) ? undefined : { begins: [text], part: undefined };
}

function device(typed: string): Reading {
  const text = tokenOf(typed)?.replace(/[^\da-z]/g, '') ?? '';
  return text.length < LEAST_DEVICE ? undefined : whole(text);
}

export const KEY_GROUPS = {
  account: { kinds: ['account'], read: account },
  phone: { kinds: ['phone'], read: typedPhone },
  number: { kinds: ['number'], read: typedPhone },
  login: { kinds: ['login'], read: token },
  mailbox: { kinds: ['mailbox', 'email'], read: token },
  mac: { kinds: ['mac'], read: (typed: string) => whole(macOf(typed)) },
  device: { kinds: ['device'], read: device },
} as const satisfies Record<string, { readonly kinds: readonly KeyKind[]; readonly read: (typed: string) => Reading }>;

export type KeyGroup = keyof typeof KEY_GROUPS;

interface Wanted {
  readonly group: KeyGroup;
  readonly kinds: readonly KeyKind[];
  readonly reading: NonNullable<Reading>;
}

const hitsOf = (found: readonly KeyHit[], kinds: readonly KeyKind[]): Hit[] =>
  found.filter(({ kind }) => kinds.includes(kind)).slice(0, MOST_FOUND + 1);

/** Contracts by their keys in two statements for all groups: what begins so, and the part for groups where nothing does. */
export async function keyGroups(
  tx: Tx,
  typed: string,
  groups: readonly KeyGroup[],
): Promise<{ group: KeyGroup; hits: Hit[] }[]> {
  const wanted = groups.flatMap((group): Wanted[] => {
    const { kinds, read } = KEY_GROUPS[group];
    const reading = read(typed);
    return reading ? [{ group, kinds, reading }] : [];
  });
  const begun = wanted.length === 0 ? [] : await keysFrom(tx, wanted.flatMap(beginsOf));
  const rest = wanted.filter(({ kinds }) => hitsOf(begun, kinds).length === 0).flatMap(partsOf);
  const found = [...begun, ...(rest.length === 0 ? [] : await keysWith(tx, rest))];
  return wanted.map(({ group, kinds }) => ({ group, hits: hitsOf(found, kinds) }));
}

const beginsOf = ({ kinds, reading }: Wanted) =>
  kinds.flatMap((kind) => reading.begins.map((text) => ({ kind, text })));

const partsOf = ({ kinds, reading: { part } }: Wanted) =>
  part === undefined || part.length < LEAST_PART || part.length > MOST_PART
    ? []
    : kinds.map((kind) => ({ kind, text: part }));

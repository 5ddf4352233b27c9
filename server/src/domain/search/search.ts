import { SEARCH_GROUPS } from '@kabinet/contract/staff';
import { isIP } from 'node:net';
import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { addressTokens, placeWords, soughtPlaces, splitsOf } from './address.rules.ts';
import {
  contractsFrom,
  contractsNamed,
  contractsNamedLike,
  contractsPrinted,
  MOST_FOUND,
  type Hit,
} from './key.queries.ts';
import { KEY_GROUPS, keyGroups, type KeyGroup } from './keys.ts';
import { momentOf, sumAndDayOf } from './moment.rules.ts';
import { contractsAtPlaces, contractsNamedAt, placesNamed } from './place.queries.ts';
import { slipsOf } from './slips.rules.ts';
import { addressAt, addressNow, documentsOf, orderOf, paymentsOfSum } from './trace.queries.ts';
import { documentOf, numberAfter, otherLayout, printedAfter, wordsOf } from './typed.rules.ts';

interface SearchAt {
  readonly today: Day;
  readonly zone: string;
}

type Seeker = (tx: Tx, typed: string, at: SearchAt) => Promise<Hit[]>;

const NOTHING = Promise.resolve<Hit[]>([]);
/** The longest number of a contract (`import`). */
const MOST_DIGITS = 15;
/** A shorter beginning of a number says too little. */
const LEAST_DIGITS = 3;

const CONTRACT = /дог(?:овор|\.)?/;

const byInnerNumber = (tx: Tx, typed: string): Promise<Hit[]> => {
  const digits = numberAfter(typed, CONTRACT);
  if (digits === undefined) return NOTHING;
  const longer = digits.length < LEAST_DIGITS ? 0 : MOST_DIGITS - digits.length;
  return contractsFrom(
    tx,
    Number(digits),
    Array.from({ length: longer + 1 }, (_, more) => 10 ** more),
  );
};

/** The inner number, or the printed one. */
const byNumber: Seeker = async (tx, typed) => {
  const printed = printedAfter(typed, CONTRACT);
  const [inner, onPapers] = await Promise.all([
    byInnerNumber(tx, typed),
    printed === undefined ? NOTHING : contractsPrinted(tx, printed),
  ]);
  const found = new Map([...inner, ...onPapers].map((hit) => [hit.contract_id, hit]));
  return [...found.values()].slice(0, MOST_FOUND + 1);
};

const byName: Seeker = (tx, typed) => {
  const words = wordsOf(typed);
  return words.some((word) => /\D/.test(word)) ? contractsNamed(tx, words) : NOTHING;
};

/** With one slip in one of the words. */
const bySlip: Seeker = async (tx, typed) => {
  const words = wordsOf(typed);
  for (const [place, word] of words.entries()) {
    const slips = slipsOf(word);
    const found = slips.length === 0 ? [] : await contractsNamedLike(tx, slips, words.toSpliced(place, 1));
    if (found.length > 0) return found;
  }
  return [];
};

const byAddress: Seeker = async (tx, typed) => {
  const tokens = addressTokens(typed);
  const words = placeWords(tokens);
  const places = words.length === 0 ? [] : soughtPlaces(tokens, await placesNamed(tx, words));
  if (places.length === 0) return [];
  const whole = await contractsAtPlaces(tx, places, true);
  return whole.length > 0 ? whole : contractsAtPlaces(tx, places, false);
};

/** Words of a name and an address together, in either order: «самойлов рев 58», «лесная 14 рябов». */
const byNameAndAddress: Seeker = async (tx, typed) => {
  for (const { name, address } of splitsOf(addressTokens(typed))) {
    const words = placeWords(address);
    const places = words.length === 0 ? [] : soughtPlaces(address, await placesNamed(tx, words));
    const hits = places.length === 0 ? [] : await contractsNamedAt(tx, name, places);
    if (hits.length > 0) return hits;
  }
  return [];
};

/** An IP address, perhaps with a moment after it, as it was typed. */
function ipOf(text: string): { readonly address: string; readonly moment: string } | undefined {
  const [address = '', ...rest] = text.trim().split(/\s+/);
  return isIP(address) === 0 ? undefined : { address, moment: rest.join(' ') };
}

const byIp: Seeker = (tx, typed, at) => {
  const ip = ipOf(typed);
  if (ip === undefined) return NOTHING;
  if (ip.moment === '') return addressNow(tx, ip.address);
  const moment = momentOf(ip.moment, at);
  return moment === undefined ? NOTHING : addressAt(tx, ip.address, moment);
};

const byOrder: Seeker = (tx, typed) => {
  const digits = numberAfter(typed, /заявк[аи]?/);
  return digits === undefined ? NOTHING : orderOf(tx, Number(digits));
};

const byPayment: Seeker = (tx, typed, { today }) => {
  const payment = sumAndDayOf(typed, today);
  return payment === undefined ? NOTHING : paymentsOfSum(tx, payment.amount, payment.day);
};

const byDocument: Seeker = (tx, typed) => {
  const number = documentOf(typed);
  if (number === undefined) return NOTHING;
  return documentsOf(tx, number, /^\d{1,15}$/.test(number) ? Number(number) : null);
};

/** What is found otherwise than by its key. */
const SEEKERS = {
  contract: byNumber,
  name: byName,
  address: byAddress,
  ip: byIp,
  order: byOrder,
  payment: byPayment,
  document: byDocument,
} as const satisfies Record<string, Seeker>;

type SeekerGroup = keyof typeof SEEKERS;
export type SearchGroup = SeekerGroup | KeyGroup;

const isOfKeys = (group: SearchGroup): group is KeyGroup => Object.hasOwn(KEY_GROUPS, group);

export interface FoundGroup {
  readonly group: SearchGroup;
  readonly hits: readonly Hit[];
}

/**
 * Contracts by anything that was typed, in the groups that are named. What is found as it was typed comes alone; only if there is nothing,
 * the other layout of the keyboard is tried, then a name with an address, then a slip of the finger.
 */
export async function searchContracts(
  tx: Tx,
  typed: string,
  at: SearchAt,
  groups: readonly SearchGroup[] = SEARCH_GROUPS,
): Promise<FoundGroup[]> {
  const readings = [typed, otherLayout(typed)].filter((reading) => reading !== undefined);
  for (const reading of readings) {
    const found = await inGroups(tx, reading, at, groups);
    if (found.length > 0) return found;
  }
  return byGuess(tx, readings, at, groups);
}

/** What words may have been meant to be; only in groups that are named. */
async function byGuess(
  tx: Tx,
  readings: readonly string[],
  at: SearchAt,
  groups: readonly SearchGroup[],
): Promise<FoundGroup[]> {
  const seekers = [groups.includes('address') ? [byNameAndAddress] : [], bySlip].flat();
  for (const seek of groups.includes('name') ? seekers : []) {
    for (const reading of readings) {
      const hits = await seek(tx, reading, at);
      if (hits.length > 0) return [{ group: 'name', hits }];
    }
  }
  return [];
}

async function inGroups(tx: Tx, typed: string, at: SearchAt, groups: readonly SearchGroup[]): Promise<FoundGroup[]> {
  const sought = groups.filter((group) => !isOfKeys(group));
  const [byKeys, ...others] = await Promise.all([
    keyGroups(tx, typed, groups.filter(isOfKeys)),
    ...sought.map(async (group): Promise<FoundGroup> => ({ group, hits: await SEEKERS[group](tx, typed, at) })),
  ]);
  return [...byKeys, ...others]
    .filter(({ hits }) => hits.length > 0)
    .toSorted((a, b) => SEARCH_GROUPS.indexOf(a.group) - SEARCH_GROUPS.indexOf(b.group));
}

import { z } from 'zod';
import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { dayStart } from '@kabinet/contract/kernel/zone';
import { ROLE_NAMES } from '@kabinet/contract/kernel/role-names';
import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import { Id, inAddress } from '@kabinet/contract/kernel/call/wire';
import { AUDIT_TEXTS } from '#server/domain/identity/session/audit.texts.ts';
import { historyOf } from '#server/domain/money/account/history.ts';
import { cursorOf } from '#server/domain/shared/page.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ScopeOf } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../../shared/plain-handlers.ts';
import { hasContract } from '../../staff.queries.ts';
import { lookText } from '../look.texts.ts';
import { merge, readPlaces, writePlaces, type MergedSource, type Placed } from './merge.rules.ts';
import { demandOwnVisit } from '../own-visits.ts';
import { EVENT_SOURCES, type TimelineRow } from './timeline.queries.ts';

type Read = OperatorContract['timeline']['read'];
type Item = Result<Read>['items'][number];
type Kind = Item['kind'];

/** What is read for a kind, and by whom: lines of an account, or events. */
const KIND_OF: Record<keyof typeof EVENT_SOURCES, Kind> = {
  session: 'session',
  message: 'message',
  order: 'order',
  call: 'call',
  access: 'change',
  plan: 'change',
  staff: 'change',
  note: 'note',
  look: 'look',
};

interface Asked {
  readonly contractId: number;
  readonly until: Day | undefined;
  readonly places: ReadonlyMap<string, string>;
  readonly limit: number;
}

const MONEY = [
  { kind: 'payment', side: 'in', account: 'i' },
  { kind: 'payment', side: 'in', account: 't' },
  { kind: 'charge', side: 'out', account: 'i' },
  { kind: 'charge', side: 'out', account: 't' },
] as const;

/** The year 2200, in microseconds. */
const FAR = Date.UTC(2200) * 1000;
const readPlace = cursorOf(inAddress(z.int().min(0).max(FAR)), inAddress(Id));
const EVENTS: Readonly<Record<string, string>> = AUDIT_TEXTS;
const ROLES: Readonly<Partial<Record<string, string>>> = ROLE_NAMES;

/** What no line of an account has. */
const NO_EVENT = { who: null, detail: null, other_number: null, own_number: null };

async function moneyOf(
  { db }: ScopeOf<Read>,
  { contractId, until, places, limit }: Asked,
  { kind, side, account }: (typeof MONEY)[number],
): Promise<MergedSource<Item>> {
  const name = `${kind}:${account}`;
  const wanted = { side, until, cursor: places.get(name), limit: limit + 1 };
  const { items } = await historyOf(db, { contractId, kind: account }, wanted);
  const placed = items.map((movement): Placed<Item> => {
    const { at, text, amount, entry_id: id } = movement;
    const item = { ...NO_EVENT, kind, id: String(id), at, text, amount, movement };
    return { at, place: `${movement.day}.${id}`, item };
  });
  return { name, placed };
}

async function eventsIn(
  { db, provider }: ScopeOf<Read>,
  { contractId, until, places, limit }: Asked,
  name: keyof typeof EVENT_SOURCES,
): Promise<MergedSource<Item>> {
  const [at, id] = readPlace(places.get(name)) ?? [endOf(until, provider.time_zone), 0];
  const rows = await db.rows<TimelineRow>(
    EVENT_SOURCES[name](contractId, { at, id, limit: limit + 1, zone: provider.time_zone }),
  );
  return { name, placed: rows.map((row) => placedEvent(name, row)) };
}

/** The beginning of the day after the last one, in microseconds. */
const endOf = (until: Day | undefined, zone: string): number =>
  until === undefined ? FAR : Date.parse(dayStart(addDays(until, 1), zone)) * 1000;

const placedEvent = (name: keyof typeof EVENT_SOURCES, { place, id, ...row }: TimelineRow): Placed<Item> => ({
  at: row.at,
  place: `${place}.${id}`,
  item: { ...row, ...(IN_WORDS[name]?.(row) ?? {}), kind: KIND_OF[name], id: String(id), movement: null },
});

type Told = Pick<TimelineRow, 'text' | 'detail'>;

/** What the database holds as codes, in words. */
const IN_WORDS: Partial<Record<keyof typeof EVENT_SOURCES, (row: Told) => Partial<Told>>> = {
  access: ({ text }) => ({ text: EVENTS[text] ?? text }),
  look: ({ text, detail }) => ({ text: lookText(text), detail: detail === null ? null : (ROLES[detail] ?? detail) }),
};

const NAMES = Object.keys(EVENT_SOURCES) as (keyof typeof EVENT_SOURCES)[];

export const timelineHandlers: PlainHandlers<OperatorContract['timeline']> = {
  read: async ({ query }, scope) => {
    const { contract_id: contractId, kind: kinds, until, cursor, limit } = query;
    if (!(await hasContract(scope.db, contractId))) throw new Problem('contract_unknown');
    await demandOwnVisit(scope, operatorContract.timeline.read, contractId);
    const asked = { contractId, until, limit, places: readPlaces(cursor) };
    const isAsked = (one: Kind): boolean => kinds?.includes(one) ?? true;
    const sources = await Promise.all([
      ...MONEY.filter((one) => isAsked(one.kind)).map((one) => moneyOf(scope, asked, one)),
      ...NAMES.filter((name) => isAsked(KIND_OF[name])).map((name) => eventsIn(scope, asked, name)),
    ]);
    const { items, places, hasMore } = merge(sources, limit);
    return { items, next: hasMore ? writePlaces(new Map([...asked.places, ...places])) : null };
  },
};

import type { FormerAddress, KeptRow, WrittenHour, WrittenSession } from './kept.queries.ts';
import { IS_ADDRESS, IS_NAT, IS_PREFIX, usedAs } from './packet.ts';
import { latestUse, type KeptSession, type Reading } from './session.rules.ts';

/** How a session of the rule stands in rows of the database. */

export const keptOf = (row: KeptRow, readings: readonly Reading[]): KeptSession => ({
  ids: [row.id],
  begun: { from: row.started, until: row.begun_last },
  seen: row.seen,
  stop: row.stopped === null ? null : { at: row.stopped, value: row.cause ?? '' },
  to: row.bytes_in,
  from: row.bytes_out,
  mac: row.mac,
  port: row.port,
  login: row.login,
  sessionRef: row.session_ref,
  class: row.class === null || row.class_at === null ? null : { at: row.class_at, value: row.class },
  uses: new Map(Object.entries(row.uses).map(([use, [from, until]]) => [use, { from, until }])),
  hours: new Map(),
  readings,
});

/** Where a session is written: its row, or a new one. */
export type RowPlace = Pick<KeptRow, 'id' | 'settled' | 'nas' | 'unique_id' | 'user_id'>;

export function writtenSession(session: KeptSession, place: RowPlace): WrittenSession {
  const use = (isOf: (one: string) => boolean) => {
    const latest = latestUse(session.uses, isOf);
    return latest === null ? null : usedAs(latest);
  };
  const { address, ports } = natOf(use(IS_NAT));
  return {
    ...place,
    started: session.begun.from,
    begun_last: session.begun.until,
    seen: session.seen,
    ...endOf(session),
    bytes_in: session.to,
    bytes_out: session.from,
    mac: session.mac,
    port: session.port,
    login: session.login,
    session_ref: session.sessionRef,
    class: session.class?.value ?? null,
    class_at: session.class?.at ?? null,
    uses: usesText(session.uses),
    address: use(IS_ADDRESS),
    prefix: use(IS_PREFIX),
    nat_address: address,
    nat_ports: ports,
  };
}

/** As JSON that is made here: an object whose keys no other one has is slow to make and to write. */
const usesText = (uses: KeptSession['uses']): string =>
  `{${[...uses].map(([use, { from, until }]) => `${JSON.stringify(use)}:[${from},${until}]`).join(',')}}`;

const endOf = ({ stop }: KeptSession): Pick<WrittenSession, 'stopped' | 'cause'> => ({
  stopped: stop?.at ?? null,
  cause: stop === null || stop.value === '' ? null : stop.value,
});

/** «198.51.100.1:1024-2047» as an address and a range. */
function natOf(nat: string | null): { address: string | null; ports: string | null } {
  const [address, range] = (nat ?? '').split(':');
  return range === undefined || address === undefined
    ? { address: null, ports: null }
    : { address, ports: `[${range.replace('-', ',')}]` };
}

export const hoursOf = (id: number, { hours }: KeptSession): WrittenHour[] =>
  [...hours].map(([hour, { heard, to, from }]) => ({ id, hour, heard, bytes_in: to, bytes_out: from }));

/** All uses of a family but the last one. */
export const formerOf = (id: number, { uses }: KeptSession): FormerAddress[] =>
  [IS_ADDRESS, IS_PREFIX, IS_NAT].flatMap((isOf) => {
    const latest = latestUse(uses, isOf);
    return [...uses]
      .filter(([use]) => isOf(use) && use !== latest)
      .map(([use, span]) => ({ id, ...networkOf(use), ...span }));
  });

function networkOf(use: string): { network: string; ports: string | null } {
  const { address, ports } = natOf(IS_NAT(use) ? usedAs(use) : null);
  return { network: address ?? usedAs(use), ports };
}

/** The service that a class names: «k:17:1a2b3c4d». */
export const serviceOfClass = (text: string | null): number | null => {
  const [, digits] = /^k:([0-9]{1,15}):/.exec(text ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
};

import type { LiveDevice, LiveSession, SentPacket } from './device.ts';
import type { Victims } from './victims.ts';
import type { LiveWorld } from './world.ts';

/** Milliseconds by which a moment may differ: packets tell whole seconds, and their way. */
const NEAR_MS = 2600;
/** An answered packet may be lost if the database crashes so soon after it is in (`synchronous_commit = off`). */
const UNSAFE_MS = 1000;
/** For so long after a crash packets are put by, and come in later. */
const PUT_BY_MS = 30_000;
const GIB_4 = 2 ** 32;

interface Row {
  readonly nas: string;
  readonly session_ref: string;
  readonly login: string;
  readonly user_id: string;
  readonly started: number;
  readonly stopped: number | null;
  readonly is_presumed: boolean;
  readonly to: number;
  readonly from: number;
  readonly class: string | null;
}

export interface Truth {
  readonly faults: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

interface Compared {
  readonly rows: readonly Row[];
  /** Packets that have come, by their keys. */
  readonly there: ReadonlySet<string>;
  readonly victims: Victims;
  readonly faults: string[];
  readonly counts: Record<
    'real' | 'never told' | 'packets answered' | 'lost in a crash' | 'traffic not to be known',
    number
  >;
  /** Rows of no session that there was. */
  readonly left: Set<Row>;
}

/** Compares the portal's sessions with those that there really were. */
export async function compareSessions(
  { db: { pool } }: LiveWorld,
  devices: readonly LiveDevice[],
  victims: Victims,
): Promise<Truth> {
  const addresses = devices.map(({ shape }) => shape.address);
  const raw = await pool.query<{ key: string }>(
    `select distinct concat_ws(' ', host(nas), session, login, kind, seconds) as key from radius.accounting where nas = any($1::inet[])`,
    [addresses],
  );
  const { rows } = await pool.query<Row>(
    `select host(nas) as nas, session_ref, login, user_id, is_presumed, class, bytes_in::float as to, bytes_out::float as from,
       (extract(epoch from started_at) * 1000)::float as started, (extract(epoch from stopped_at) * 1000)::float as stopped
     from internet_session where nas = any($1::inet[])`,
    [addresses],
  );
  const counts = {
    real: 0,
    'never told': 0,
    'packets answered': 0,
    'lost in a crash': 0,
    'traffic not to be known': 0,
  };
  const there = new Set(raw.rows.map(({ key }) => key));
  const compared: Compared = { rows, there, victims, faults: [], counts, left: new Set(rows) };
  for (const device of devices) for (const session of device.past) compareOne(compared, device, session);
  const nobodys = [...compared.left].map(
    (row) => `nobody had ${row.nas} ${row.session_ref} of ${row.login} since ${new Date(row.started).toISOString()}`,
  );
  return { faults: [...compared.faults, ...nobodys], counts };
}

function compareOne(compared: Compared, device: LiveDevice, session: LiveSession): void {
  const { rows, faults, counts, left } = compared;
  counts.real += 1;
  const heard = heardOf(compared, device, session);
  if (heard.length === 0) {
    counts['never told'] += 1;
    return;
  }
  const own = rows.filter((row) => isOf(row, device, session));
  for (const row of own) left.delete(row);
  const [row] = own;
  const wrong =
    !row || own.length > 1
      ? [`${own.length} sessions`]
      : [...wrongIn(row, session, heard), ...wrongTraffic(row, device, heard, counts)];
  if (wrong.length > 0) faults.push(`${nameOf(device, session)}: ${wrong.join(', ')}`);
}

/** Its packets that the portal has; notes those that were answered and are missing. */
function heardOf({ there, victims, faults, counts }: Compared, device: LiveDevice, session: LiveSession): SentPacket[] {
  const answered = session.packets.filter(({ answeredAt }) => answeredAt !== undefined);
  const isThere = (packet: SentPacket) => there.has(keyOf(device, session, packet));
  const missing = answered.filter((packet) => !isThere(packet));
  counts['packets answered'] += answered.length;
  counts['lost in a crash'] += missing.length;
  for (const packet of missing)
    if (!isExplained(packet.answeredAt ?? 0, victims)) faults.push(`lost: ${keyOf(device, session, packet)}`);
  return session.packets.filter(isThere);
}

const keyOf = (device: LiveDevice, { ref, line }: LiveSession, { kind, seconds }: SentPacket): string =>
  [device.shape.address, ref, line.login, kind, seconds].join(' ');

const nameOf = ({ shape }: LiveDevice, { ref, line, begun }: LiveSession): string =>
  `${shape.address} ${ref} of ${line.login} since ${new Date(begun).toISOString()}`;

/** In the second before a crash of the database; or put by during one crash, and brought in just before the next. */
function isExplained(answeredAt: number, { kills }: Victims): boolean {
  const crashes = kills.filter(({ victim }) => victim === 'database');
  const isBefore = crashes.some(({ at }) => answeredAt > at - UNSAFE_MS && answeredAt < at + UNSAFE_MS);
  const isPutBy = crashes.some(
    ({ at, until }) =>
      answeredAt > at &&
      answeredAt < until + PUT_BY_MS &&
      crashes.some((next) => next.at > answeredAt && next.at < until + PUT_BY_MS * 2),
  );
  return isBefore || isPutBy;
}

const isOf = (row: Row, { shape }: LiveDevice, { ref, line, begun }: LiveSession): boolean =>
  row.nas === shape.address &&
  row.session_ref === ref &&
  row.login === line.login &&
  Math.abs(row.started - begun) < NEAR_MS * 2;

function wrongIn(row: Row, session: LiveSession, heard: readonly SentPacket[]): string[] {
  return [
    ...farFrom('begun', row.started, session.begun),
    ...(Number(row.user_id) === session.line.userId ? [] : [`of service ${row.user_id}`]),
    ...(session.endedAt === undefined ? wrongLiving(row, session) : wrongEnd(row, heard)),
  ];
}

const farFrom = (name: string, seen: number, real: number): string[] =>
  Math.abs(seen - real) > NEAR_MS ? [`${name} by ${Math.round(seen - real)} ms`] : [];

const wrongLiving = (row: Row, { told }: LiveSession): string[] => [
  ...(row.stopped === null ? [] : ['over, but lives']),
  ...(row.class === told ? [] : [`class ${row.class} instead of ${told}`]),
];

function wrongEnd({ stopped, is_presumed: isPresumed }: Row, heard: readonly SentPacket[]): string[] {
  if (stopped === null) return ['lives, but is over'];
  const stop = heard.find(({ kind }) => kind === 'Stop');
  const at = stop?.at ?? Math.max(...heard.map((packet) => packet.at));
  return [
    ...farFrom(stop ? 'ended' : 'presumed over', stopped, at),
    ...(isPresumed === (stop === undefined)
      ? []
      : [isPresumed ? 'presumed over, though it was told' : 'told over by nobody']),
  ];
}

function wrongTraffic(
  row: Row,
  { shape }: LiveDevice,
  heard: readonly SentPacket[],
  counts: Compared['counts'],
): string[] {
  const octets = shape.isNarrow ? wrapped(heard) : mostOf(heard);
  if (octets === undefined) counts['traffic not to be known'] += 1;
  return octets === undefined || (row.from === octets && row.to === octets * 10)
    ? []
    : [`${row.from} and ${row.to} octets instead of ${octets} and ten times that`];
}

const mostOf = (heard: readonly SentPacket[]): number => Math.max(...heard.map(({ octets }) => octets));

/** Undefined: reports were too far apart to know how often the counters began anew. */
function wrapped(heard: readonly SentPacket[]): number | undefined {
  const octets = [0, ...heard.map((one) => one.octets).toSorted((a, b) => a - b)];
  const isKnown = octets.every((one, place) => (one - (octets[place - 1] ?? 0)) * 10 < GIB_4);
  return isKnown ? octets.at(-1) : undefined;
}

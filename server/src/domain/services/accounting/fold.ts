import type { Tx } from '#server/db/database.ts';
import {
  insertKept,
  keepHoursMonth,
  liveKept,
  nextSessionIds,
  putFormerAddresses,
  putHours,
  putReadings,
  readingsOf,
  servicesOf,
  settledKept,
  takeOver,
  updateLive,
  updateSettled,
  type KeptRow,
} from './kept.queries.ts';
import { formerOf, hoursOf, keptOf, serviceOfClass, writtenSession, type RowPlace } from './kept-rows.ts';
import { heardAt, isBoot, packetOf, type AccountingRow } from './packet.ts';
import {
  beginAnew,
  holdPlace,
  movePlace,
  noteBoots,
  noteSpeaking,
  rowsAfter,
  withoutGigawords,
} from './place.queries.ts';
import { foldPackets, SAME_SESSION_MS, type KeptSession, type Reading, type SessionPacket } from './session.rules.ts';

/** Folds the next batch of what the network has told, in one transaction; returns how many rows it had. */
export async function foldBatch(tx: Tx): Promise<number> {
  const place = await holdPlace(tx);
  if (place.is_foreign) {
    await beginAnew(tx);
    return 0;
  }
  const rows = await rowsAfter(tx, place);
  const last = rows.at(-1);
  if (!last) return 0;
  await noteBoots(
    tx,
    rows.filter(isBoot).map((row) => ({ nas: row.nas, at: heardAt(row) })),
  );
  await noteSpeaking(
    tx,
    rows.map((row) => ({ nas: row.nas, at: heardAt(row) })),
  );
  await foldSessions(tx, rows);
  const moments = rows.map(({ at }) => at);
  const bounds = { first: new Date(Math.min(...moments)), latest: new Date(Math.max(...moments)) };
  await movePlace(tx, last, bounds);
  return rows.length;
}

/** Packets of one id of one device. */
interface Heard {
  readonly nas: string;
  readonly unique_id: string;
  readonly packets: readonly SessionPacket[];
}

interface Folded extends RowPlace {
  readonly session: KeptSession;
  readonly isNew: boolean;
}

const keyOf = ({ nas, unique_id }: { readonly nas: string; readonly unique_id: string }): string =>
  `${nas} ${unique_id}`;

async function foldSessions(tx: Tx, rows: readonly AccountingRow[]): Promise<void> {
  const heard = heardIn(rows, await withoutGigawords(tx));
  if (heard.length === 0) return;
  const kept = await keptFor(tx, heard);
  const folded = await placed(tx, heard, kept);
  for (const { id, session } of folded) {
    if (session.ids.length > 1)
      await takeOver(
        tx,
        id,
        session.ids.filter((other) => other !== id),
      );
  }
  await write(tx, await withServices(tx, folded));
}

function heardIn(rows: readonly AccountingRow[], wrapping: ReadonlySet<string>): Heard[] {
  const heard = new Map<string, Heard & { packets: SessionPacket[] }>();
  for (const row of rows) {
    const packet = packetOf(row, { hasGigawords: !wrapping.has(row.nas) });
    if (!packet) continue;
    const own = { nas: row.nas, unique_id: row.unique_id ?? '', packets: [packet] };
    const same = heard.get(keyOf(own));
    if (same) same.packets.push(packet);
    else heard.set(keyOf(own), own);
  }
  return [...heard.values()];
}

/** Rows of sessions that the packets may belong to: a settled one, only if no other fits. */
async function keptFor(tx: Tx, heard: readonly Heard[]): Promise<Map<string, KeptRow[]>> {
  const live = Map.groupBy(await liveKept(tx, idsOf(heard)), keyOf);
  const late = heard.filter((one) => !one.packets.every((packet) => isWithin(live.get(keyOf(one)) ?? [], packet)));
  if (late.length === 0) return live;
  const since = late.flatMap(({ packets }) => packets).reduce((first, { begun }) => Math.min(first, begun), Infinity);
  const settled = await settledKept(tx, idsOf(late), new Date(since - SAME_SESSION_MS));
  return Map.groupBy([...[...live.values()].flat(), ...settled], keyOf);
}

const idsOf = (heard: readonly Heard[]): string[] => [...new Set(heard.map(({ unique_id }) => unique_id))];

const isWithin = (rows: readonly KeptRow[], { begun }: SessionPacket): boolean =>
  rows.some((row) => begun >= row.started - SAME_SESSION_MS && begun <= row.begun_last + SAME_SESSION_MS);

/** The sessions that the packets make of the rows, each with the row where it is written. */
async function placed(tx: Tx, heard: readonly Heard[], kept: ReadonlyMap<string, KeptRow[]>): Promise<Folded[]> {
  const readings = await readingsFor(tx, heard, kept);
  const folded = heard.flatMap((one) => {
    const rows = kept.get(keyOf(one)) ?? [];
    const before = rows.map((row) => keptOf(row, readings.get(row.id) ?? []));
    return (
      foldPackets(before, one.packets)
        // A session to which no packet belongs is what it was.
        .filter((session) => !before.includes(session))
        .map((session) => ({ one, session, row: rows.find(({ id }) => id === session.ids[0]) }))
    );
  });
  const ids = await nextSessionIds(tx, folded.filter(({ row }) => !row).length);
  return folded.map(({ one: { nas, unique_id }, session, row }) => ({
    ...(row ?? { id: ids.pop() ?? 0, settled: 'infinity', nas, unique_id, user_id: null }),
    session,
    isNew: !row,
  }));
}

/** What devices without gigawords have told of these sessions so far. */
async function readingsFor(
  tx: Tx,
  heard: readonly Heard[],
  kept: ReadonlyMap<string, KeptRow[]>,
): Promise<Map<number, Reading[]>> {
  const wrapping = heard.filter(({ packets }) => packets.some(({ wraps }) => wraps));
  const ids = wrapping.flatMap((one) => kept.get(keyOf(one)) ?? []).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const stored = await readingsOf(tx, ids);
  return new Map(
    [...Map.groupBy(stored, ({ id }) => id)].map(([id, own]) => [
      id,
      own.map(({ seconds, heard: at, bytes_in, bytes_out }) => ({ seconds, heard: at, to: bytes_in, from: bytes_out })),
    ]),
  );
}

/** Finds whose the sessions are of which nobody knows it yet: by the class that we have given, or by the login. */
async function withServices(tx: Tx, folded: readonly Folded[]): Promise<Folded[]> {
  const nobodys = folded.filter(({ user_id }) => user_id === null);
  if (nobodys.length === 0) return [...folded];
  const asked = nobodys.map(({ session }) => ({
    userId: serviceOfClass(session.class?.value ?? null),
    login: session.login,
  }));
  const services = await servicesOf(tx, {
    userIds: asked.map(({ userId }) => userId).filter((userId) => userId !== null),
    logins: asked.map(({ login }) => login).filter((login) => login !== null),
  });
  const byId = new Map(services.map(({ user_id }) => [user_id, user_id]));
  const byLogin = new Map(services.map(({ user_id, login }) => [login, user_id]));
  return folded.map((one) => ({
    ...one,
    user_id:
      one.user_id ??
      byId.get(serviceOfClass(one.session.class?.value ?? null) ?? 0) ??
      byLogin.get(one.session.login ?? '') ??
      null,
  }));
}

async function write(tx: Tx, folded: readonly Folded[]): Promise<void> {
  const rowsOf = (which: (one: Folded) => boolean) =>
    folded
      .filter(which)
      .map(({ id, settled, nas, unique_id, user_id, session }) =>
        writtenSession(session, { id, settled, nas, unique_id, user_id }),
      );
  await insertKept(
    tx,
    rowsOf(({ isNew }) => isNew),
  );
  await updateLive(
    tx,
    rowsOf(({ isNew, settled }) => !isNew && settled === 'infinity'),
  );
  const late = rowsOf(({ isNew, settled }) => !isNew && settled !== 'infinity');
  if (late.length > 0) await updateSettled(tx, late);
  const hours = folded
    .flatMap(({ id, session }) => hoursOf(id, session))
    .sort((a, b) => a.id - b.id || a.hour - b.hour);
  for (const month of new Set(hours.map(({ hour }) => new Date(hour).toISOString().slice(0, 7)))) {
    await keepHoursMonth(tx, `${month}-01`);
  }
  await putHours(tx, hours);
  const readings = folded.flatMap(({ id, session }) => session.readings.map((reading) => ({ ...reading, id })));
  if (readings.length > 0) await putReadings(tx, readings);
  const former = folded.flatMap(({ id, session }) => formerOf(id, session));
  if (former.length > 0) await putFormerAddresses(tx, [...new Set(former.map(({ id }) => id))], former);
}

import type { Instant, Period } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { networkOf } from '#server/domain/identity/session/address.rules.ts';
import { describeBrowser } from '#server/domain/identity/session/browser.rules.ts';
import { cursorOf, lastId, pageFrom, type Page, type PageWanted } from '#server/domain/shared/page.ts';
import type { RequestFacts, Subscriber } from '#server/kernel/world.ts';

/** For how long a session sees the numbers of others after it asked for them, in milliseconds. */
const SHOWN_FOR = 10 * 60_000;

/** Who looks, and from where. */
export interface NumberViewer {
  readonly subscriber: Subscriber;
  readonly request: Pick<RequestFacts, 'ip' | 'browser'>;
  readonly now: Date;
}

interface Line {
  readonly number: string;
}

const writeDown = (
  tx: Tx,
  { subscriber, request, now }: NumberViewer,
  seen: Line & { what: 'shown' | 'hidden' | 'csv' | 'pdf'; shownUntil?: Date; period?: string },
): Promise<number> =>
  tx.run(sql`
    insert into number_access
      (contract_id, session_id, phone_number, at, what, shown_until, period, browser, network)
    values (${subscriber.contractId}, ${subscriber.sessionId}, ${seen.number}, ${now}, ${seen.what},
      ${seen.shownUntil ?? null}, ${seen.period ?? null}, ${describeBrowser(request.browser)}, ${networkOf(request.ip)})`);

/** Shows this session the numbers of others in the calls of a line; returns until when. */
export async function showNumbers(tx: Tx, viewer: NumberViewer, { number }: Line): Promise<Date> {
  const shownUntil = new Date(viewer.now.getTime() + SHOWN_FOR);
  await writeDown(tx, viewer, { number, what: 'shown', shownUntil });
  return shownUntil;
}

/** Masks them again; writes nothing if they are masked. */
export async function hideNumbers(tx: Tx, viewer: NumberViewer, { number }: Line): Promise<void> {
  if (await shownUntil(tx, viewer, number)) await writeDown(tx, viewer, { number, what: 'hidden' });
}

/** Records that a table with full numbers was downloaded. */
export const noteTable = (tx: Tx, viewer: NumberViewer, table: Line & { what: 'csv' | 'pdf'; period: string }) =>
  writeDown(tx, viewer, table);

/** Until when this session sees the numbers of others; undefined while they are masked. */
export async function shownUntil(
  tx: Tx,
  { subscriber, now }: Pick<NumberViewer, 'subscriber' | 'now'>,
  number: string,
): Promise<Instant | undefined> {
  const row = await tx.maybe<{ shown_until: Instant | null }>(sql`
    select shown_until
    from (
      select what, shown_until from number_access
      where session_id = ${subscriber.sessionId} and phone_number = ${number} and what in ('shown', 'hidden')
      order by number_access_id desc limit 1
    ) latest
    where what = 'shown' and shown_until > ${now}`);
  return row?.shown_until ?? undefined;
}

interface NumberAccess {
  number_access_id: number;
  at: Instant;
  what: 'shown' | 'hidden' | 'csv' | 'pdf';
  period: Period | null;
  browser: string;
  network: string;
  is_current: boolean;
}

const readCursor = cursorOf(lastId);

/** The log of who saw the full numbers of a line, newest first. */
export async function numberAccessOf(
  tx: Tx,
  { contractId, sessionId }: Subscriber,
  { number }: Line,
  page: PageWanted,
): Promise<Page<NumberAccess>> {
  const [after] = readCursor(page.cursor) ?? [];
  const rows = await tx.rows<NumberAccess>(sql`
    select number_access_id, at, what, period, browser, network, session_id = ${sessionId} as is_current
    from number_access
    where contract_id = ${contractId} and phone_number = ${number}
      ${after === undefined ? sql`` : sql`and number_access_id < ${after}`}
    order by number_access_id desc
    limit ${page.limit + 1}`);
  return pageFrom(rows, page.limit, ({ number_access_id }) => String(number_access_id));
}

import { isIP } from 'node:net';
import { addMonths, day, type Day } from '@kabinet/contract/kernel/day';
import type { ImportRows } from '@kabinet/contract/staff';
import type { Database } from '#server/db/database.ts';
import { keepSessionMonth } from '#server/domain/services/accounting/settle.queries.ts';
import { rowKeyOf, type Arrival } from '../arrival.ts';
import { mac, maybe, must, whole, words, WrongCell, type CellReader } from '../cells.ts';
import { take } from '../portions/take.ts';
import { NAMED } from '../refused.ts';
import { momentOnWall, wallMoment } from './moment.ts';
import {
  formerSession,
  formerSessionsOf,
  insertFormerSessions,
  internetOf,
  type FormerSessionRow,
} from './sessions.queries.ts';

const MOST_BYTES = 999_999_999_999_999;

const address: CellReader<string> = (cell) => (isIP(cell) === 0 ? new WrongCell(`«${cell}» — не адрес IP`) : cell);

const SESSION = {
  login: must(words(100)),
  session: must(words(100)),
  start: must(wallMoment),
  stop: must(wallMoment),
  address: maybe(address),
  mac: maybe(mac),
  received: maybe(whole(0, MOST_BYTES), 0),
  sent: maybe(whole(0, MOST_BYTES), 0),
  cause: maybe(words(60)),
};

interface Kept {
  readonly zone: string;
  readonly today: Day;
  /** How many months the sessions of the cabinet are kept. */
  readonly sessionMonths: number;
}

/** The first day of which sessions are kept: the month is kept whole. */
const keptSince = ({ today, sessionMonths }: Kept): Day => addMonths(day(`${today.slice(0, 7)}-01`), -sessionMonths);

const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7);

/** Makes the partitions of the months of a table, in transactions of their own: making one locks the whole table. */
export async function makeSessionMonths(db: Database, rows: ImportRows['sessions'], kept: Kept): Promise<void> {
  if (!rows) return;
  const months = new Set<string>();
  for await (const { stop = '' } of rows) {
    const read = wallMoment(stop);
    if (!(read instanceof WrongCell)) months.add(monthOf(momentOnWall(read, kept.zone)));
  }
  const wanted = [...months].filter((month) => month >= keptSince(kept).slice(0, 7) && month <= kept.today.slice(0, 7));
  for (const month of wanted) await db.write((tx) => keepSessionMonth(tx, `${month}-01`));
}

/** Sessions of the former system that are over: subscribers and the staff see them among ours. */
export async function takeSessions(arrival: Arrival, rows: ImportRows['sessions']): Promise<void> {
  const { tx, zone, now } = arrival;
  const since = keptSince(arrival);
  await take(arrival, {
    table: 'sessions',
    rows,
    readers: SESSION,
    keyOf: ({ login, session }) => rowKeyOf(login, session),
    look: async (read) => {
      const users = await internetOf(tx, [...new Set(read.map(({ login }) => login))]);
      const userOf = new Map(users.map(({ login, user_id }) => [login, user_id]));
      const ids = read.map(({ login, session }) => formerSession(login, session));
      const known = new Map((await formerSessionsOf(tx, ids)).map((one) => [one.unique_id, one]));
      return ({ login, session, start: from, stop: until, line: _, ...given }) => {
        const [start, stop] = [momentOnWall(from, zone), momentOnWall(until, zone)];
        const wrong = wrongMoments(start, stop, now);
        if (wrong) return wrong;
        if (monthOf(stop) < since.slice(0, 7)) return tooOld(arrival);
        const unique_id = formerSession(login, session);
        const same = known.get(unique_id);
        if (same)
          return isSame(same, { ...given, start, stop })
            ? { known: {} }
            : { wrong: 'под этим ключом уже есть другой сеанс' };
        const user_id = userOf.get(login);
        if (user_id === undefined)
          return {
            wrong: `услуги интернета с логином «${login}» нет: добавьте её в services.csv`,
            lacks: [NAMED.service(login)],
          };
        return { fresh: { ...given, unique_id, user_id, login, start, stop } };
      };
    },
    insert: (sessions) => insertFormerSessions(tx, sessions),
  });
}

function wrongMoments(start: Date, stop: Date, now: Date): { wrong: string } | undefined {
  if (stop > now) return { wrong: 'конец: ещё не наступил. Сеанс, который идёт, не переносится' };
  return stop < start ? { wrong: 'конец: раньше начала' } : undefined;
}

/** One line tells it for all of them. */
const tooOld = ({ sessionMonths }: Kept) => ({
  wrong: `конец: раньше, чем кабинет хранит сеансы (месяцев: ${sessionMonths}, accounting.sessions_months). Уберите такие строки`,
  lacks: ['session that is kept'],
});

const isSame = (
  ours: FormerSessionRow,
  given: { readonly start: Date; readonly stop: Date; readonly received: number; readonly sent: number },
): boolean =>
  new Date(ours.start).getTime() === given.start.getTime() &&
  new Date(ours.stop).getTime() === given.stop.getTime() &&
  ours.received === given.received &&
  ours.sent === given.sent;

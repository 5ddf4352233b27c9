import { instant, type Instant } from '@kabinet/contract/kernel/day';
import type { Database, Tx } from '#server/db/database.ts';
import {
  differingSessions,
  dropWish,
  forgetEnded,
  forgetSilenceOfTheHeard,
  livingByDevice,
  livingSessionsOf,
  putShapes,
  putWishes,
  sessionsToEnd,
  shapesNamed,
  type LivingSession,
  type Wish,
} from './orders.queries.ts';
import type { Reply } from './reply.ts';
import type { OrderKind } from '../radius/packet.ts';
import { wayTo, type Shape } from './way.ts';

/** What a service should be told, by the kinds of devices; none for who may not be online. */
type Replies = Readonly<Record<string, Reply>>;

type DueOf = (session: LivingSession) => Instant | null;

/** The least seconds over which the orders of an edge are spread, and the most of them that one device gets in a second. */
const [SPREAD_S, MOST_IN_A_SECOND] = [300, 200];

/** From now on, evenly over the sessions of each device: their numbers follow each other. */
export async function spreadFromNow(tx: Tx): Promise<DueOf> {
  const devices = new Map((await livingByDevice(tx)).map((one) => [one.nas_id, one]));
  return ({ id, nas_id }) => {
    const device = devices.get(nas_id);
    if (!device) return null;
    const seconds = Math.max(SPREAD_S, device.count / MOST_IN_A_SECOND);
    return instant(new Date(Date.parse(device.now) + ((id * 7919) % 100_000) * seconds * 0.01));
  };
}

interface ServiceReplies {
  readonly userId: number;
  readonly replies: Replies;
  /** When a session is told that need not be told at once. */
  readonly dueOf?: DueOf;
}

/** Orders the living sessions of a service to become what they should be; no device is waited for. */
export async function orderSessions(tx: Tx, { userId, replies, dueOf }: ServiceReplies): Promise<void> {
  await putShapes(
    tx,
    Object.values(replies).map(({ shape, accept, coa }) => ({ shape, accept: withoutClass(accept), coa })),
  );
  const living = await livingSessionsOf(tx, userId);
  const formers = await formersOf(tx, living);
  const wishes = living.map((session) => ({ session, wanted: replies[session.kind] }));
  for (const { session, wanted } of wishes) if (isAsWanted(session, wanted)) await dropWish(tx, session.id);
  await putWishes(
    tx,
    wishes
      .filter(({ session, wanted }) => !isAsWanted(session, wanted))
      .map(({ session, wanted }) => wishFor(session, wanted, { formers, isUrgent: !dueOf, dueOf })),
  );
}

/** One whose device may have done something else meanwhile is told again. */
const isAsWanted = ({ shape, sent_shape }: LivingSession, wanted: Reply | undefined): boolean =>
  wanted?.shape === shape && (sent_shape === null || sent_shape === shape);

/** The class names the session, not what it is told. */
const withoutClass = (accept: readonly string[]): readonly string[] => {
  const place = accept.findIndex((name, index) => index % 3 === 0 && name === 'Class');
  return place === -1 ? accept : accept.toSpliced(place, 3);
};

type Formers = ReadonlyMap<string, Shape>;

async function formersOf(tx: Tx, living: readonly LivingSession[]): Promise<Formers> {
  const shapes = [...new Set(living.flatMap(shapesOf))];
  return new Map((await shapesNamed(tx, shapes)).map((one) => [one.shape, one]));
}

/** What it has, and what it may have. */
const shapesOf = ({ shape, sent_shape }: LivingSession): string[] => [shape, sent_shape].filter((one) => one !== null);

interface Known {
  readonly formers: Formers;
  readonly isUrgent: boolean;
  readonly dueOf?: DueOf | undefined;
}

function wishFor(session: LivingSession, wanted: Pick<Reply, 'accept' | 'coa'> | undefined, known: Known): Wish {
  const shape = wanted && { accept: withoutClass(wanted.accept), coa: wanted.coa };
  const kind = !shape || session.only_ends ? 'disconnect' : wayFrom(shapesOf(session), shape, known.formers);
  return { session, kind, isUrgent: known.isUrgent, ...(known.dueOf && { dueAt: known.dueOf(session) }) };
}

/** A change, if it leads to what is wanted from each of the shapes that the session may have. */
function wayFrom(shapes: readonly string[], wanted: Shape, formers: Formers): OrderKind {
  const ways = shapes.map((shape) => wayTo(formers.get(shape), wanted));
  if (ways.length === 0) ways.push(wayTo(undefined, wanted));
  return ways.includes('disconnect') ? 'disconnect' : 'change';
}

/** Orders the end of all sessions of a service, or of the one with an address. */
export async function orderEnd(tx: Tx, userId: number, address: string | undefined): Promise<void> {
  const living = await sessionsToEnd(tx, userId, address);
  await putWishes(
    tx,
    living.map((session) => ({ session, kind: 'disconnect', isUrgent: true })),
  );
}

const PAGE = 1000;

/** Tells again what a session was told in vain, in short transactions; returns how many differed. */
export async function orderDifferingSessions(db: Database): Promise<number> {
  await db.write(forgetEnded);
  await db.write(forgetSilenceOfTheHeard);
  let differing = 0;
  for (let after: number | undefined = 0; after !== undefined;) {
    const page: readonly LivingSession[] = await db.write((tx) => orderPage(tx, after ?? 0));
    differing += page.length;
    after = page.length < PAGE ? undefined : page.at(-1)?.id;
  }
  return differing;
}

async function orderPage(tx: Tx, after: number): Promise<readonly LivingSession[]> {
  const page = await differingSessions(tx, { after, limit: PAGE });
  const wanted = page.flatMap((one) => one.wanted ?? []);
  const shapes = new Map((await shapesNamed(tx, [...new Set(wanted)])).map((one) => [one.shape, one]));
  const formers = await formersOf(tx, page);
  await putWishes(
    tx,
    page.map((session) => wishFor(session, shapes.get(session.wanted ?? ''), { formers, isUrgent: false })),
  );
  return page;
}

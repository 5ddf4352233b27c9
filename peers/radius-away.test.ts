import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../server/src/db/migrate.ts';
import { databaseAt } from '../server/test/database/database.ts';
import { foldAll } from '../server/test/network/folding.ts';
import { openPortal } from '../server/test/portal/open-portal.ts';
import { primaryAndStandby, type Cluster } from './radius/clusters.ts';
import { networkOn, type AccessNetwork, type Line } from './radius/network.ts';

// What is away, and what goes on: the portal, the primary, the standby too, and both of them frozen. One test after the other.

const PASSWORD = 'Lesnaya-tropa-48';
const NAS = '127.0.0.1';
const WITHIN_MS = 1000;

let primary: Cluster;
let standby: Cluster;
let network: AccessNetwork;
let url: string;
/** One for each login that nobody has seen before. */
let lines: Line[];
const next = (): Line => lines.pop() ?? expect.unreachable('more lines are needed');
let known: Line;

beforeAll(async () => {
  ({ primary, standby } = await primaryAndStandby());
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query('create database test_away');
  await client.end();
  url = databaseAt(primary.url, 'test_away');
  await migrate(url);
  network = await networkOn(url, { port: primary.port, standbyPort: standby.port });
  await network.addNas(NAS, 'mikrotik');
  lines = [];
  for (let left = 10; left > 0; left -= 1) lines.push(await network.addLine(PASSWORD));
  known = next();
  expect((await signIn(known))?.code, network.radius.said().slice(-5000)).toBe('Access-Accept');
});
afterAll(async () => {
  await network.radius.stop();
  await standby.close();
  await primary.close();
});

const signIn = ({ login }: Line, { password = PASSWORD, wait = 5 } = {}) =>
  network.radius.ask([`User-Name = "${login}"`, `User-Password = "${password}"`, 'Framed-Protocol = PPP'], {
    from: NAS,
    wait,
  });

/** Until the mark of trouble has gone: then a login that was never seen enters. */
async function untilNoTrouble(): Promise<void> {
  const fresh = next();
  await expect.poll(async () => (await signIn(fresh, { wait: 1 }))?.code).toBe('Access-Accept');
}

/** Less than the two seconds for which FreeRADIUS waits for a database. On a quiet machine it is less than half of one. */
const AT_ONCE_MS = 1500;
/** A refusal waits for a second, for whoever guesses. */
const REFUSED_AT_ONCE_MS = 2500;

/**
 * The code of an answer, with the start of the program that asks; late, if it waited for a database. Whoever waits does so each time, so
 * that a second try tells him from a busy machine.
 */
async function answerOf(ask: () => ReturnType<typeof signIn>, atOnceMs = AT_ONCE_MS): Promise<string> {
  const once = async () => {
    const from = performance.now();
    const reply = await ask();
    return `${reply?.code ?? 'none'}${performance.now() - from < atOnceMs ? '' : ', late'}`;
  };
  const first = await once();
  return first.endsWith('late') ? once() : first;
}

const refusalOf = (login: Parameters<typeof signIn>[0]): Promise<string> =>
  answerOf(() => signIn(login, { password: 'wrong-one' }), REFUSED_AT_ONCE_MS);

/** Sessions whose packets were answered. */
const answered: string[] = [];
async function account(session: string): Promise<void> {
  const { login, userId } = known;
  const isAnswered = await network.radius.tell(
    [
      'Acct-Status-Type = Start',
      `Acct-Session-Id = "${session}"`,
      `User-Name = "${login}"`,
      `Class = 0x${Buffer.from(`k:${userId}:00000000`).toString('hex')}`,
      'Framed-IP-Address = 100.64.0.17',
    ],
    NAS,
  );
  if (isAnswered) answered.push(session);
}

test('the portal is stopped: logins go on, and what devices tell waits for it', async () => {
  await network.portal.close();
  expect((await signIn(next()))?.code).toBe('Access-Accept');
  await account('without-portal');
  expect(answered).toEqual(['without-portal']);
});

test('the primary is stopped: the standby lets in within a second who was never seen', async () => {
  await primary.stop();
  expect(await answerOf(() => signIn(next()), WITHIN_MS), network.radius.said().slice(-5000)).toBe('Access-Accept');
  expect((await signIn(next(), { password: 'wrong-one' }))?.code).toBe('Access-Reject');
  await account('without-primary');
  expect(answered).toContain('without-primary');
});

test('both are stopped: who is known enters, a wrong password does not, and who was never seen has no answer', async () => {
  await standby.stop();
  const replies = await Promise.all([
    signIn(known),
    signIn(known, { password: 'wrong-one' }),
    signIn(next(), { wait: 2 }),
  ]);
  expect(replies.map((reply) => reply?.code)).toEqual(['Access-Accept', 'Access-Reject', undefined]);
  await account('without-both');
  expect(answered).toContain('without-both');
});

test('both come back, and are frozen: from the second login on nobody waits', async () => {
  await primary.start();
  await standby.start();
  await untilNoTrouble();
  primary.freeze();
  standby.freeze();
  try {
    // The first one waits for both databases; then there is a mark.
    await signIn(known, { wait: 20 });
    expect(await answerOf(() => signIn(known)), network.radius.said().slice(-5000)).toBe('Access-Accept');
    // It counts nothing now.
    expect(await refusalOf(known)).toBe('Access-Reject');
    await account('frozen');
  } finally {
    primary.thaw();
    standby.thaw();
  }
});

test('only the primary is frozen: the standby lets in who was never seen, and only the first login waits', async () => {
  await untilNoTrouble();
  primary.freeze();
  try {
    await signIn(known, { wait: 20 });
    // Longer than a connection that has failed is left alone.
    await pause(5500);
    for (const line of [next(), known]) {
      expect(await answerOf(() => signIn(line)), network.radius.said().slice(-5000)).toBe('Access-Accept');
    }
    expect(await refusalOf(known)).toBe('Access-Reject');
  } finally {
    primary.thaw();
  }
});

test('the standby freezes, too, while the primary still hangs: again only the first login waits', async () => {
  await untilNoTrouble();
  primary.freeze();
  try {
    await signIn(known, { wait: 20 });
    expect(await answerOf(() => signIn(known)), network.radius.said().slice(-5000)).toBe('Access-Accept');
    standby.freeze();
    await signIn(known, { wait: 20 });
    for (let left = 3; left > 0; left -= 1) {
      expect(await answerOf(() => signIn(known)), network.radius.said().slice(-5000)).toBe('Access-Accept');
    }
    expect(await refusalOf(known)).toBe('Access-Reject');
    await account('standby-frozen');
    expect(answered).toContain('standby-frozen');
  } finally {
    primary.thaw();
    standby.thaw();
  }
});

test('no packet is missing that was answered, and each makes one session', async () => {
  const portal = await openPortal(url);
  try {
    const told = async () =>
      (await portal.pool.query<{ session: string }>('select distinct session from radius.accounting')).rows.map(
        ({ session }) => session,
      );
    await expect.poll(told).toEqual(expect.arrayContaining(answered));
    await foldAll(portal);
    const { rows } = await portal.pool.query<{ session_ref: string }>(
      'select session_ref from internet_session where user_id = $1',
      [known.userId],
    );
    expect(rows.map((row) => row.session_ref).toSorted()).toEqual(answered.toSorted());
  } finally {
    await portal.close();
  }
});

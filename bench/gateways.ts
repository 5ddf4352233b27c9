// `node bench/gateways.ts`: what clients feel while gateways of mail, text messages and bots hang and fail, and whether
// each message is delivered once after they return.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../server/src/db/database.ts';
import type { Notice } from '../server/src/domain/messaging/notice.ts';
import { notifyAll } from '../server/src/domain/messaging/notify.ts';
import { smtpMail } from '../server/src/integrations/mail/smtp.ts';
import { telegramBot } from '../server/src/integrations/messenger/telegram.ts';
import { throughGateways } from '../server/src/integrations/sms/gateways.ts';
import { smscGateway } from '../server/src/integrations/sms/smsc.ts';
import { startWorker } from '../server/src/worker.ts';
import { crowded } from './parts/crowd.ts';
import { openPortal, signIn } from './parts/portal.ts';
import { viewer } from './parts/viewer.ts';

const CONTRACTS = [100_001, 100_002, 100_003, 100_004];
const NOTICES = 60;
const ROUNDS = 3;
const HANG_MS = 20_000;
const VIEWS = 800;
const PATIENCE_MS = 300_000;

type Mood = 'works' | 'hangs' | 'fails';
let mood: Mood = 'works';
/** How often the gateways have accepted each message, by its channel and its unique text. */
const taken = new Map<string, number>();
let attempts = 0;

function note(channel: string, text: string): void {
  const key = `${channel} ${/№\d+ \d+/.exec(text)?.[0] ?? text}`;
  taken.set(key, (taken.get(key) ?? 0) + 1);
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** SMSC and Telegram. */
const http = createServer((request, response) => {
  void (async () => {
    attempts += 1;
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    if (mood === 'hangs') return void setTimeout(() => response.destroy(), HANG_MS).unref();
    if (mood === 'fails') return void response.writeHead(502).end();
    const isBot = request.url?.startsWith('/bot') === true;
    note(isBot ? 'telegram' : 'sms', isBot ? body : (new URLSearchParams(body).get('mes') ?? ''));
    answer(response, isBot ? { ok: true, result: {} } : { id: 1, cnt: 1 });
  })();
});
const answer = (response: ServerResponse, body: object) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** The reply to one line of SMTP: a client without pipelining sends one line at a time. */
function answerTo(line: string): string {
  if (line === 'DATA\r\n') return '354 Go\r\n';
  return mood === 'fails' && line.startsWith('RCPT') ? '451 Later\r\n' : '250 Ok\r\n';
}

/** As much of SMTP as a sender needs. Each letter has its own Message-ID, the same for every delivery. */
const smtp = createTcpServer((socket: Socket) => {
  attempts += 1;
  socket.on('error', () => undefined).setEncoding('utf8');
  if (mood === 'hangs') return void setTimeout(() => socket.destroy(), HANG_MS).unref();
  let letter: string | undefined;
  socket.write('220 bench ESMTP\r\n');
  socket.on('data', (chunk: string) => {
    if (letter !== undefined) {
      letter += chunk;
      if (!letter.endsWith('\r\n.\r\n')) return;
      note('mail', /^Message-ID: (.*)$/im.exec(letter)?.[1] ?? letter);
      letter = undefined;
      socket.write('250 Ok\r\n');
      return;
    }
    if (chunk === 'DATA\r\n') letter = '';
    socket.write(answerTo(chunk));
  });
});

const notice: Notice<{ readonly number: number; readonly contractId: number }> = {
  name: 'bench.gateways',
  category: 'payment',
  shownDays: 1,
  isUrgent: true,
  portal: ({ number, contractId }) => ({ title: `Платёж №${number} ${contractId}`, body: '<p>Деньги пришли</p>' }),
};

const [httpPort, smtpPort] = [await portOf(http), await portOf(smtp)];
const portal = await openPortal('gateways');
const { world, app, embedded } = portal;
const url = `http://127.0.0.1:${httpPort}`;
const outside = {
  ...world.outside,
  mail: smtpMail({ url: `smtp://127.0.0.1:${smtpPort}`, from: 'Bench <bench@volga.example>' }),
  sms: throughGateways([smscGateway({ url, login: 'bench', password: 'bench' })]),
  messengers: { telegram: telegramBot({ bot: 'b', token: 't', secret: 's', url }) },
};
const jobs = openDatabase(embedded.url, { connections: 10, readers: 2, patience: 10_000 });
await world.db.pool.query('update program set gives_sms = false');
await world.db.pool.query('delete from outbox_effect');
// Each client has one address in each channel, so the same text must arrive once.
await world.db.pool.query('delete from further_contact');
await world.db.pool.query('delete from contact');
await world.db.pool.query(
  `insert into contact (contract_id, kind, value, state)
   select c, k, k || c, 'active' from unnest($1::bigint[]) c, unnest(array['phone', 'email', 'telegram']) k`,
  [CONTRACTS],
);
const worker = await startWorker({ ...world, outside, db: jobs });
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
const crowd = await Promise.all(
  CONTRACTS.map(async (contract) => viewer({ port, token: await signIn(app, contract), encoding: 'gzip' })),
);

let sent = 0;
async function tellAll(): Promise<void> {
  const at = { now: world.clock.now(), zone: world.provider.time_zone };
  for (let one = 0; one < NOTICES; one += 1) {
    sent += 1;
    const list = CONTRACTS.map((contractId) => ({ contractId, data: { number: sent, contractId } }));
    await world.db.write((tx) => notifyAll(tx, notice, list, at));
  }
}

const left = async (): Promise<number> =>
  Number(
    (await world.db.pool.query<{ left: string }>(`select count(*) as left from outbox_effect where state <> 'done'`))
      .rows[0]?.left,
  );

type Row = 'nothing to send' | 'gateways work' | 'gateways hang' | 'gateways fail';
const MOODS = [
  ['gateways work', 'works'],
  ['gateways hang', 'hangs'],
  ['gateways fail', 'fails'],
] as const;
const p99s = new Map<Row, number[]>();

/** Messages are ordered while clients look. */
async function measure(row: Row): Promise<void> {
  const telling = row === 'nothing to send' ? Promise.resolve() : tellAll();
  const [{ perSecond, median, p99 }] = await Promise.all([crowded(crowd, VIEWS), telling]);
  p99s.set(row, [...(p99s.get(row) ?? []), p99]);
  console.log(
    `${row.padEnd(16)} ${perSecond.toFixed(0).padStart(5)} views/s, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; messages waiting ${await left()}`,
  );
}

/** All gateways work and waiting messages may be sent at once, so that the next row begins without messages. */
async function drain(): Promise<void> {
  mood = 'works';
  while ((await left()) > 0) {
    await world.db.pool.query(`
      delete from gateway_trouble;
      update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null`);
    await pause(250);
  }
}

await crowded(crowd, VIEWS);
for (let round = 0; round < ROUNDS; round += 1) {
  await measure('nothing to send');
  // In changing order, so that the after-effects of one row do not always burden the same next row.
  for (const [row, its] of [...MOODS.slice(round % 3), ...MOODS.slice(0, round % 3)]) {
    mood = its;
    await measure(row);
    await drain();
  }
}
const healthy = p99s.get('gateways work') ?? [];
for (const row of ['gateways hang', 'gateways fail'] as const) {
  const ratios = (p99s.get(row) ?? []).map((p99, round) => p99 / (healthy[round] ?? Number.NaN));
  console.log(
    `p99, ${row}, to that of gateways that work, by round: ${ratios.map((one) => one.toFixed(2)).join(', ')}`,
  );
}

// A realistic outage: the gateways hang, then fail, then work again, and nothing speeds up the waiting messages.
mood = 'hangs';
await tellAll();
await pause(HANG_MS);
mood = 'fails';
await tellAll();
await pause(HANG_MS);
const held = await left();
mood = 'works';
const began = performance.now();
while ((await left()) > 0 && performance.now() - began < PATIENCE_MS) await pause(500);
const own = sent * CONTRACTS.length * 3;
// The portal has sent messages of its own meanwhile.
const { rows: done } = await world.db.pool.query<{ count: string }>(
  `select count(*) from outbox_effect where queue like 'message:%' and state = 'done'`,
);
const expected = Number(done[0]?.count);
const repeated = [...taken.values()].filter((count) => count > 1).length;
console.log(
  `ordered ${expected}, ${own} of them by this bench, taken ${taken.size}, more than once ${repeated}, waiting ${await left()}, attempts ${attempts}; ${held} waited when the gateways returned, the last was delivered ${((performance.now() - began) / 1000).toFixed(0)} s later`,
);
await worker.stop();
await jobs.close();
http.closeAllConnections();
http.close();
smtp.close();
await portal.close();
process.exit(taken.size === expected && expected >= own && repeated === 0 ? 0 : 1);

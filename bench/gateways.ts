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
import { crowded } from './crowd.ts';
import { openPortal, signIn } from './portal.ts';
import { viewer } from './viewer.ts';

const CONTRACTS = [100_001, 100_002, 100_003, 100_004];
const NOTICES = 60;
const ROUNDS = 4;
const HANG_MS = 20_000;
const VIEWS = 800;
const PATIENCE_MS = 300_000;

type Mood = 'works' | 'hangs' | 'fails';
let mood: Mood = 'works';
/** How often each message has been taken, by its channel and its own words. */
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

/** A client of SMTP without pipelining says one line at a time. */
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

async function measure(name: string): Promise<void> {
  const { perSecond, median, p99 } = await crowded(crowd, VIEWS);
  const waiting = await left();
  console.log(
    `${name.padEnd(34)} ${perSecond.toFixed(0).padStart(5)} views/s, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; messages waiting ${waiting}`,
  );
}

// Failures that are not counted: every message tries its gateway, as if nothing were known of it.
await world.db.pool.query(`
  create or replace function bench_forget() returns trigger language plpgsql as $$ begin new.failures := 0; return new; end $$;
  drop trigger if exists bench_forget on gateway_trouble;
  create trigger bench_forget before insert or update on gateway_trouble for each row execute function bench_forget();
  alter table gateway_trouble disable trigger bench_forget;`);

async function fail(name: string, isForgotten: boolean): Promise<void> {
  await world.db.pool.query(
    `alter table gateway_trouble ${isForgotten ? 'enable' : 'disable'} trigger bench_forget; delete from gateway_trouble`,
  );
  mood = 'fails';
  await tellAll();
  await measure(name);
}

await crowded(crowd, VIEWS);
for (let round = 1; round <= ROUNDS; round += 1) {
  mood = 'works';
  await measure('nothing to send');
  // In turn, so that what one leaves behind does not always burden the other.
  for (const isForgotten of round % 2 === 0 ? [true, false] : [false, true]) {
    await fail(isForgotten ? 'gateways fail, each message tries' : 'gateways fail, one message tries', isForgotten);
  }
  mood = 'hangs';
  await tellAll();
  await measure('gateways hang');
}
await world.db.pool.query('drop trigger bench_forget on gateway_trouble');
mood = 'hangs';
await pause(HANG_MS);
mood = 'works';
const began = performance.now();
while ((await left()) > 0 && performance.now() - began < PATIENCE_MS) await pause(500);
const expected = sent * CONTRACTS.length * 3;
const repeated = [...taken.values()].filter((count) => count > 1).length;
console.log(
  `ordered ${expected}, taken ${taken.size}, more than once ${repeated}, waiting ${await left()}, attempts ${attempts}, all delivered ${((performance.now() - began) / 1000).toFixed(0)} s after the gateways returned`,
);
await worker.stop();
await jobs.close();
http.closeAllConnections();
http.close();
smtp.close();
await portal.close();
process.exit(taken.size === expected && repeated === 0 ? 0 : 1);

// What cut connections cost: `node bench/cut.ts [minutes]` (5 when absent; Node 24). Two processes serve one PostgreSQL, jobs in both,
// while clients pay, change options and open documents, a terminal pays, and the charging run catches up on two months of a thousand
// accounts. Every ten seconds all connections to PostgreSQL are cut. Then both processes get SIGTERM during the traffic,
// and the books are checked for everything acknowledged. The exit code is 1 when something is lost or doubled, when any reply
// was 500, or when a process took more than 30 seconds to end.
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { contract } from '@kabinet/contract';
import { SANDBOX_SECRET, type Client } from '../e2e/harness/api.ts';
import { Server } from '../e2e/harness/server.ts';
import { addLateProvider, booksOf, query, settled } from './parts/late-provider.ts';
import { AGENT, Traffic } from './parts/traffic.ts';

const PAYERS = [100001, 100002, 100003, 100004] as const;
const CUT_EVERY_MS = 10_000;
const END_WITHIN_MS = 30_000;

const traffic = new Traffic();
const answers = { statuses: {} as Record<number, number>, faults: [] as string[], documents: 0, torn: 0, changes: 0 };

async function main(): Promise<void> {
  const minutes = Number(process.argv[2] ?? 5);
  const dataDir = await mkdtemp(join(tmpdir(), 'kabinet-cut-'));
  // If root runs this, the database runs as another user, who needs access.
  await chmod(dataDir, 0o711);
  await addLateProvider(dataDir);
  const agents = join(dataDir, 'payment-agents.json');
  await writeFile(agents, JSON.stringify([AGENT]));
  const [one, other] = [await Server.on(dataDir), await Server.on(dataDir)];
  const settings = { SANDBOX_SECRET, BURST: '100000', KABINET_PAYMENT_AGENTS: agents, FISCAL: 'none' };
  for (const server of [one, other]) await server.resume(settings);
  await query(dataDir, `select graphile_worker.add_job('charge', job_key => 'charge')`);
  countAnswers();
  console.log(`Two processes serve; for ${minutes} min all connections are cut every ten seconds.`);

  const going = [
    ...PAYERS.map((who, index) => traffic.payByQr(index % 2 === 0 ? one.url : other.url, who)),
    traffic.payAtTerminal(one.url),
    ...[one, other].flatMap(({ url }) => [switchOptions(url, 100001), openDocuments(url, 100005)]),
  ];
  const cuts = await cutOften(dataDir, minutes);
  console.log('Connections were cut; both processes are told to end.');
  const endings = await Promise.all([one, other].map(endingOf));
  // The restarted processes answer the repeated requests.
  for (const server of [one, other]) await server.resume(settings);
  traffic.end();
  await Promise.all(going);
  console.log('The traffic is over; the books are read.');
  const isSettled = await settled(dataDir);
  const books = await booksOf(dataDir, traffic.acknowledged);
  const doubledChanges = await doubledChangesOf(dataDir);
  const { code, output } = await one.operator('ledger', 'verify');
  for (const server of [one, other]) await server.end();
  await rm(dataDir, { recursive: true, force: true });

  console.log({
    minutes,
    'cuts, connections': cuts,
    'payments acknowledged': traffic.acknowledged.length,
    ...books,
    'changes acknowledged': answers.changes,
    'changes carried out twice': doubledChanges,
    'documents whole, broken off': [answers.documents, answers.torn],
    'answers by status': answers.statuses,
    'faults (500)': answers.faults.slice(0, 5),
    'answers lost or refused': traffic.refusals,
    'requests nobody answered': traffic.unanswered,
    'all settled': isSettled,
    'ledger verify': code === 0 ? 'clean' : output,
    'ended within, ms': endings.map(({ took }) => Math.round(took)),
    'exit codes': endings.map(({ code: exit }) => exit),
  });
  const isWhole = [books.lost, books.doubled, books['days left out or doubled'], doubledChanges].every(
    (count) => count === 0,
  );
  const hasEnded = endings.every(({ took, code: exit }) => took <= END_WITHIN_MS && exit === 0);
  const isRight = [isSettled, code === 0, isWhole, answers.faults.length === 0, hasEnded].every(Boolean);
  process.exitCode = isRight ? 0 : 1;
}

/** Counts all replies to clients by status. */
function countAnswers(): void {
  const ask = globalThis.fetch;
  globalThis.fetch = async (...given) => {
    const reply = await ask(...given);
    answers.statuses[reply.status] = (answers.statuses[reply.status] ?? 0) + 1;
    if (reply.status === 500) answers.faults.push(`${reply.url}: ${await reply.clone().text()}`);
    return reply;
  };
}

/** Cuts all connections repeatedly; returns the number of cuts and of cut connections. */
async function cutOften(dataDir: string, minutes: number): Promise<[number, number]> {
  const until = performance.now() + minutes * 60_000;
  let [cuts, connections] = [0, 0];
  while (performance.now() < until) {
    await pause(CUT_EVERY_MS);
    const [cut] = await query<{ count: number }>(
      dataDir,
      `select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    cuts += 1;
    connections += cut?.count ?? 0;
  }
  return [cuts, connections];
}

async function endingOf(server: Server): Promise<{ took: number; code: number | null | undefined }> {
  const began = performance.now();
  const ended = await server.end();
  return { took: performance.now() - began, code: ended?.code };
}

/** Switches an option on and off; repeats an unanswered request with the same key. */
async function switchOptions(url: string, who: number): Promise<void> {
  const client = await traffic.client(url, who);
  const services = await traffic.ask(client, who, () => client.ask(contract.user.list, {}));
  const userId =
    services.find(({ user_type }) => user_type !== 'tv' && user_type !== 'sip' && user_type !== 'mail')?.user_id ?? 0;
  while (!traffic.isOver) {
    const { options } = await traffic.ask(client, who, () =>
      client.ask(contract.plan.options, { params: { id: userId } }),
    );
    const option = options.find(({ control }) => control.status === 'on' || control.status === 'off');
    if (!option) return;
    const status = option.control.status === 'on' ? 'off' : 'on';
    await changed(client, who, url, { user_id: userId, option_id: option.option_id, status });
    await pause(200);
  }
}

/** Sends one change until it gets a final reply: done, or refused by a business rule. */
async function changed(client: Client, who: number, url: string, body: object): Promise<void> {
  const key = randomUUID();
  await traffic.ask(client, who, async () => {
    const reply = await fetch(`${url}/api/v2/plan/change-option`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        origin: url,
        authorization: `Bearer ${client.token}`,
      },
      body: JSON.stringify(body),
    });
    if (reply.ok) answers.changes += 1;
    else if (reply.status !== 409) throw new Error(await reply.text());
  });
}

/** Opens the statement of a year, as PDF and as CSV. */
async function openDocuments(url: string, who: number): Promise<void> {
  const client = await traffic.client(url, who);
  const year = new Date().getFullYear();
  for (let turn = 0; !traffic.isOver; turn += 1) {
    const wanted = {
      kind: 'statement',
      p: 'i',
      from: `${year}-01-01`,
      until: `${year}-12-31`,
      format: turn % 2 ? 'pdf' : 'csv',
    };
    const link = await traffic.ask(client, who, () => client.ask(contract.document.link, { body: wanted } as never));
    await opened(url, new URL(link.url, url)).catch(() => (answers.torn += 1));
    await pause(500);
  }
}

async function opened(url: string, address: URL): Promise<void> {
  const reply = await fetch(`${url}/lk/document`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    body: address.searchParams.toString(),
  });
  await reply.arrayBuffer();
  if (reply.ok) answers.documents += 1;
}

/** Duplicate charges of one option for one day that were not given back. */
async function doubledChangesOf(dataDir: string): Promise<number> {
  const [found] = await query<{ count: number }>(
    dataDir,
    `select count(*)::int as count from (
       select e.user_id, e.text, e.service_from, sum(e.amount_kopecks) as kopecks, min(e.amount_kopecks) as one
       from ledger_entry e join account a using (account_id)
       where a.contract_id = 100001 and e.service_from >= current_date - 1 and e.user_id is not null
       group by e.user_id, e.text, e.service_from having sum(e.amount_kopecks) < min(e.amount_kopecks)) doubled`,
  );
  return found?.count ?? 0;
}

await main();

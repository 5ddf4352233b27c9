import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { TestPortal } from '../test/portal/open-portal.ts';
import { HEADERS, METHODS, ODD_TARGETS, PATHS, SPEED_PATHS } from './raw-words.ts';

// What no client library sends: request lines and headers as bytes on a socket.

/** One request on a socket, in latin1. */
interface Written {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** What of ours listens on a port, and whether it is still there. */
interface Target {
  readonly name: string;
  readonly port: number;
  readonly paths: readonly string[];
  readonly isAlive: () => Promise<boolean>;
}

export interface RawOutcome {
  readonly requests: number;
  readonly statuses: ReadonlyMap<number, number>;
  readonly faults: readonly string[];
}

/** Sends raw requests to a portal and to a measuring server of its own. */
export async function fuzzRaw(portal: TestPortal, round: { seed: number; times: number }): Promise<RawOutcome> {
  const speed = await startSpeed();
  const app = await portal.app();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const statuses = new Map<number, number>();
  const targets: readonly Target[] = [
    {
      name: 'portal',
      port,
      paths: PATHS,
      isAlive: async () => (await statusOf(port, ALIVE, LONG_PATIENCE_MS)) === 200,
    },
    {
      name: 'measuring server',
      port: speed.port,
      paths: SPEED_PATHS,
      isAlive: () => Promise.resolve(isRunning(speed.child)),
    },
  ];
  let requests = 0;
  const faults: string[] = [];
  const note = (status: number) => {
    requests += 1;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  try {
    for (const target of targets) faults.push(...(await attack(target, round, note)));
  } finally {
    speed.child.kill();
  }
  return { requests, statuses, faults };
}

async function attack(
  { name, port, paths, isAlive }: Target,
  { seed, times }: { seed: number; times: number },
  note: (status: number) => void,
): Promise<string[]> {
  const property = fc.asyncProperty(written(paths), async (sent) => {
    const status = await statusOf(port, sent);
    note(status);
    if (status >= 500 && status !== 503 && status !== 501) throw new Error(`answered ${status}`);
    if (!(await isAlive())) throw new Error('it is not there any more');
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    seed,
    numRuns: times,
    endOnFailure: true,
  });
  if (!failed) return [];
  return [
    `raw, ${name}: ${String((errorInstance as Error | null)?.message)}\n  ${JSON.stringify(counterexample?.[0])}`,
  ];
}

const junk = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  maxLength: 30,
});

const written = (paths: readonly string[]): fc.Arbitrary<Written> => {
  const path = fc.constantFrom(...paths);
  const target = fc.oneof(
    { weight: 4, arbitrary: path },
    { weight: 3, arbitrary: fc.constantFrom(...ODD_TARGETS) },
    { weight: 3, arbitrary: fc.tuple(path, junk).map((parts) => parts.join('')) },
    { weight: 2, arbitrary: fc.tuple(path, junk).map(([known, odd]) => `${known}?${odd}`) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom('http://x', '/', '//[', 'https://['), path).map((parts) => parts.join('')),
    },
  );
  const version = fc.constantFrom(...Array<string>(6).fill(' HTTP/1.1'), ' HTTP/1.0', ' HTTP/2.0', ' HTTP/', '');
  const header = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...HEADERS) }, { weight: 1, arbitrary: junk });
  return fc.record({
    line: fc
      .tuple(fc.constantFrom(...METHODS), target, version)
      .map(([method, asked, end]) => `${method} ${asked}${end}`),
    headers: fc.array(header, { maxLength: 2 }),
    body: fc.oneof(
      { weight: 3, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.constantFrom('{}', '{', '[1]', 'a=b&c') },
      junk,
    ),
  });
};

const ALIVE: Written = { line: 'GET /livez HTTP/1.1', headers: [], body: '' };

/** What waits for more of a body, or streams, is left. */
const PATIENCE_MS = 500;
const LONG_PATIENCE_MS = 20_000;

/** `100 Continue` before the reply itself. */
const INTERIM = /^HTTP\/1\.1 1\d\d [^]*?\r\n\r\n/;

/** Writes a request and returns the status of the reply; 0 if the connection was closed without one. */
function statusOf(port: number, { line, headers, body }: Written, patience = PATIENCE_MS): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<number>();
  let reply = '';
  const end = () => {
    socket.destroy();
    resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1] ?? 0));
  };
  socket.setTimeout(patience, end).once('close', end).once('error', end);
  socket.on('data', (piece) => {
    reply += piece.toString('latin1');
    reply = reply.replace(INTERIM, '');
    if (reply.length > 12) end();
  });
  const sent = [line, 'host: 127.0.0.1', 'connection: close', ...headers, '', body].join('\r\n');
  socket.write(Buffer.from(sent, 'latin1'));
  return promise;
}

/** A measuring server as it runs on a machine of its own. */
async function startSpeed(): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const env = { ...process.env, SPEED_PORT: '0', SPEED_SECRET: '5d'.repeat(32), PUBLIC_URL: 'http://127.0.0.1:8080' };
  const child = fork(new URL('../src/speed/main.ts', import.meta.url), { env, execArgv: [], stdio: 'ignore' });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { child, port };
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

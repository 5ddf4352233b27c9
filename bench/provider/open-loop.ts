import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** One thing that somebody does: a request, and how its reply is known to be right. */
export interface Action {
  readonly kind: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  /** What a right reply has in its body, besides its status. */
  readonly has?: string;
  /** What the body of a reply has that asks to repeat later, if no status says so. */
  readonly later?: string;
}

type Fate = 'right' | 'late' | 'refused' | 'wrong';

export interface Deed {
  readonly kind: string;
  readonly fate: Fate;
  /** Milliseconds from when it was due. */
  readonly took: number;
  /** What a wrong reply was. */
  readonly said?: string;
}

interface Load {
  readonly ports: readonly number[];
  readonly perSecond: number;
  readonly ms: number;
  readonly next: (count: number) => Action;
}

/** Whoever waits longer has gone. */
const IN_TIME_MS = 2000;
const PATIENCE_MS = 10_000;
const TICK_MS = 5;
const agent = new Agent({ keepAlive: true, maxSockets: 2000 });

/** Does things at a fixed rate, however slow the replies are, as a city does; the processes take turns. */
export async function openLoop({ ports, perSecond, ms, next }: Load): Promise<Deed[]> {
  const deeds: Deed[] = [];
  const running = new Set<Promise<void>>();
  const began = performance.now();
  for (let count = 0; count < (ms * perSecond) / 1000; count += 1) {
    const due = began + (count * 1000) / perSecond;
    if (due - performance.now() > TICK_MS) await pause(TICK_MS);
    while (due > performance.now() + TICK_MS) await pause(TICK_MS);
    const done = doneBy(next(count), ports[count % ports.length] ?? 0, due).then((deed) => void deeds.push(deed));
    running.add(done);
    void done.finally(() => running.delete(done));
  }
  await Promise.all(running);
  return deeds;
}

export const endLoad = (): void => agent.destroy();

function doneBy(action: Action, port: number, due: number): Promise<Deed> {
  const { kind, method, path, headers, body } = action;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const typed = text && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
  return new Promise((resolve) => {
    const end = (fate: Fate, said?: string) => {
      const took = performance.now() - due;
      resolve({ kind, fate: fate === 'right' && took > IN_TIME_MS ? 'late' : fate, took, ...(said && { said }) });
    };
    const asked = request({ host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...typed } });
    asked.setTimeout(PATIENCE_MS, () => asked.destroy(new Error('no reply')));
    asked.on('error', (error) => end(error.message === 'no reply' ? 'late' : 'wrong', error.message));
    asked.on('response', (reply) => hear(reply, action, end));
    asked.end(text);
  });
}

function hear(reply: IncomingMessage, action: Action, end: End): void {
  const parts: Buffer[] = [];
  reply.on('data', (part: Buffer) => parts.push(part));
  reply.on('error', () => {
    end('wrong', 'cut');
  });
  reply.on('end', () => {
    const { statusCode: status = 0, headers } = reply;
    const isLater = (status === 503 || status === 429) && headers['retry-after'] !== undefined;
    if (isLater) end('refused');
    else judge(status, Buffer.concat(parts), action, end);
  });
}

type End = (fate: Fate, said?: string) => void;

function judge(status: number, bytes: Buffer, { has, later }: Action, end: End): void {
  if (status === 200 && (has === undefined || bytes.includes(has))) end('right');
  else if (later !== undefined && bytes.includes(later)) end('refused');
  else end('wrong', `${status} ${bytes.toString().slice(0, 200)}`);
}

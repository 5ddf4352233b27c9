import { AuthError } from '#web/api/api-error.ts';
import { freshToken, isGuest, shownContract } from '#web/api/session.ts';
import { deviceMs, wait } from '#web/lib/clock/clock.ts';
import { readStream, type StreamEvent } from './read-stream.ts';

const ADDRESS = '/api/v2/event/stream';
/** The server writes every 20 s, so after this time without data the connection is dead. */
const SILENCE_MS = 50_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1000, 60_000];
/** After a restart of the server browsers reconnect after this pause; it is randomised, so that not all come in the same second. */
const RESTART_MS = 8000;

/** The point from which a new connection continues the stream; kept between connections. */
export interface StreamPosition {
  /** The latest id of the server. */
  lastId: string | undefined;
  /** When the data on the screen were asked for, milliseconds of the epoch. */
  readonly since: number;
}

export interface ConnectionOptions {
  readonly heard: StreamPosition;
  /** Whether a tab of this browser shows the load of the network. */
  readonly wantsLoad: boolean;
  readonly on: (sent: StreamEvent) => void;
  readonly onLife: () => void;
  readonly signal: AbortSignal;
}

/** Why a stream has ended, and when to try again: milliseconds; undefined: never. */
type Ended = { readonly again: number | undefined } | 'broken';

/** Keeps a stream open until the signal aborts: reconnects after growing, randomised pauses. */
export async function keepConnected(options: ConnectionOptions): Promise<void> {
  const { signal } = options;
  for (let failures = 0; !signal.aborted;) {
    const onLife = (): void => {
      failures = 0;
      options.onLife();
    };
    const ended = await connect({ ...options, onLife }).catch((failure: unknown): Ended =>
      failure instanceof AuthError ? { again: undefined } : 'broken',
    );
    const pause = ended === 'broken' ? Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) : ended.again;
    if (pause === undefined) return;
    failures += 1;
    await wait(pause * (0.5 + Math.random()), signal).catch(() => undefined);
  }
}

async function connect(options: ConnectionOptions): Promise<Ended> {
  const { heard, wantsLoad, signal } = options;
  const silent = new AbortController();
  const stop = AbortSignal.any([signal, silent.signal]);
  // A guest without a token also gets the events of the network.
  const token = isGuest() ? undefined : await freshToken(undefined, stop);
  const reply = await fetch(addressFor(heard, wantsLoad), { headers: headersFor(token, heard), signal: stop });
  if (!reply.ok || !reply.body) return refused(reply, token, stop);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onLife = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), SILENCE_MS);
    options.onLife();
  };
  let ended: Ended = 'broken';
  const on = (sent: StreamEvent): void => {
    if (sent.event === 'end') ended = afterEnd(sent, token);
    else options.on(sent);
  };
  onLife();
  try {
    await readStream(reply.body, {
      on,
      onLife,
      onId: (id) => {
        heard.lastId = id;
      },
    });
  } finally {
    clearTimeout(timer);
  }
  return ended;
}

function addressFor({ lastId, since }: StreamPosition, wantsLoad: boolean): string {
  const age = lastId === undefined && `age=${deviceMs() - since}`;
  return `${ADDRESS}?${[wantsLoad && 'load=1', age].filter(Boolean).join('&')}`;
}

function headersFor(token: string | undefined, { lastId }: StreamPosition): Record<string, string> {
  const contract = shownContract();
  return {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(contract !== undefined && { 'x-contract': String(contract) }),
    ...(lastId !== undefined && { 'last-event-id': lastId }),
  };
}

/** An old token is renewed; another contract in this browser ends the stream: the next call reloads the page. */
async function refused(reply: Response, token: string | undefined, signal: AbortSignal): Promise<Ended> {
  await reply.body?.cancel();
  if (reply.status === 401 && token !== undefined) {
    await freshToken(token, signal);
    return { again: FIRST_PAUSE_MS };
  }
  if (reply.status === 401 || reply.status === 409) return { again: undefined };
  const seconds = Number(reply.headers.get('retry-after'));
  return seconds > 0 ? { again: seconds * 1000 } : 'broken';
}

function afterEnd({ data }: StreamEvent, token: string | undefined): Ended {
  const { why } = data as { why: string };
  if (why === 'restart') return { again: RESTART_MS };
  // The subscriber has signed out in another tab: this page ends its session, too.
  if (why === 'over' && token !== undefined) void freshToken(token).catch(() => undefined);
  return { again: why === 'over' ? FIRST_PAUSE_MS : undefined };
}

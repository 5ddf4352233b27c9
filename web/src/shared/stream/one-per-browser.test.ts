import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepConnected } from './connection.ts';
import { openStream, type Stream } from './one-per-browser.ts';

// Tabs of one browser, with its locks and channels made of plain objects: jsdom has neither.

vi.mock('./connection.ts', () => ({ keepConnected: vi.fn() }));

type Connection = Parameters<typeof keepConnected>[0];

/** The streams that are open now, one for each tab that listens. */
const open = new Set<Connection>();

interface Waiting {
  begin: () => void;
  lost: (why: Error) => void;
}
/** Who holds the one place, and who waits for it. */
let holder: Waiting | undefined;
let queue: Waiting[] = [];

const aborted = (): Error => new DOMException('aborted', 'AbortError');

/** As `navigator.locks.request`: one after another; a waiting one may give up, a holder may lose its place to a thief. */
function request(
  _: string,
  { signal, steal = false }: { signal?: AbortSignal; steal?: boolean },
  work: () => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const own: Waiting = {
      begin: () => {
        holder = own;
        void work()
          .then(resolve, reject)
          .finally(() => free(own));
      },
      lost: reject,
    };
    signal?.addEventListener('abort', () => {
      if (!queue.includes(own)) return;
      queue = queue.filter((one) => one !== own);
      reject(aborted());
    });
    if (holder === undefined) own.begin();
    else if (steal) {
      holder.lost(aborted());
      own.begin();
    } else queue.push(own);
  });
}

function free(own: Waiting): void {
  if (holder !== own) return;
  holder = undefined;
  queue.shift()?.begin();
}

const channels = new Set<FakeChannel>();
class FakeChannel {
  readonly name: string;
  onmessage: ((message: { data: unknown }) => void) | undefined;
  constructor(name: string) {
    this.name = name;
    channels.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of channels) if (other !== this && other.name === this.name) other.onmessage?.({ data });
  }
  close(): void {
    channels.delete(this);
  }
}

interface Tab {
  stream: Stream;
  heard: string[];
}
let tabs: Tab[] = [];

function tab(): Tab {
  const heard: string[] = [];
  const made = { stream: openStream(({ event }) => heard.push(event), Date.now()), heard };
  tabs.push(made);
  return made;
}

/** Lets promises go on. */
const settle = () => vi.advanceTimersByTimeAsync(0);
/** The one stream that is open. */
const only = () => [...open][0];

beforeEach(() => {
  vi.useFakeTimers();
  holder = undefined;
  queue = [];
  tabs = [];
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  vi.mocked(keepConnected).mockImplementation(
    (connection) =>
      new Promise((resolve) => {
        open.add(connection);
        connection.signal.addEventListener('abort', () => {
          open.delete(connection);
          resolve();
        });
      }),
  );
});
afterEach(async () => {
  for (const { stream } of tabs) stream.end();
  await settle();
  Reflect.deleteProperty(navigator, 'locks');
  vi.unstubAllGlobals();
  vi.useRealTimers();
  channels.clear();
  open.clear();
});

it('one tab of several listens, and each of them hears an event once', async () => {
  const all = [tab(), tab(), tab()];
  await settle();
  expect(open.size).toBe(1);
  only()?.on({ event: 'outdated', data: {} });
  expect(all.map(({ heard }) => heard)).toEqual([['outdated'], ['outdated'], ['outdated']]);
});

it('another tab takes over when the one that listens is closed, and still hears once', async () => {
  const [first, second, third] = [tab(), tab(), tab()];
  await settle();
  first.stream.end();
  await settle();
  expect(open.size).toBe(1);
  only()?.on({ event: 'outdated', data: {} });
  expect([first.heard, second.heard, third.heard]).toEqual([[], ['outdated'], ['outdated']]);
});

it('closing a tab that does not listen changes nothing', async () => {
  const [first, second] = [tab(), tab()];
  await settle();
  const before = only();
  second.stream.end();
  await settle();
  expect([open.size, only()]).toEqual([1, before]);
  only()?.on({ event: 'outdated', data: {} });
  expect([first.heard, second.heard]).toEqual([['outdated'], []]);
});

it('a tab takes over from one that sleeps with the place in its hand', async () => {
  // Its timers stand still, so it says nothing; nor does it ever let go.
  void request('', {}, () => new Promise(() => undefined)).catch(() => undefined);
  const awake = tab();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(open.size).toBe(0);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(open.size).toBe(1);
  only()?.on({ event: 'outdated', data: {} });
  expect(awake.heard).toEqual(['outdated']);
});

it('a sign of life of the one that listens keeps the others waiting', async () => {
  tab();
  await settle();
  const first = only();
  tab();
  for (let passed = 0; passed < 5; passed += 1) {
    await vi.advanceTimersByTimeAsync(20_000);
    only()?.onLife();
  }
  expect([open.size, only()]).toEqual([1, first]);
});

it('a new tab hears what came after it had asked for its data, and nobody hears that twice', async () => {
  const first = tab();
  await settle();
  const asked = Date.now();
  await vi.advanceTimersByTimeAsync(1000);
  only()?.on({ event: 'outdated', data: {} });
  const heard: string[] = [];
  const late = { stream: openStream(({ event }) => heard.push(event), asked), heard };
  tabs.push(late);
  await settle();
  expect([first.heard, late.heard]).toEqual([['outdated'], ['outdated']]);
});

it('the stream begins anew with the load of the network when any tab shows it', async () => {
  tab();
  const second = tab();
  await settle();
  expect(only()?.wantsLoad).toBe(false);
  second.stream.wantLoad(true);
  await settle();
  expect([open.size, only()?.wantsLoad]).toEqual([1, true]);
});

it('without locks each tab has a stream of its own', async () => {
  Reflect.deleteProperty(navigator, 'locks');
  vi.stubGlobal('BroadcastChannel', undefined);
  const all = [tab(), tab()];
  await settle();
  expect(open.size).toBe(2);
  for (const connection of open) connection.on({ event: 'outdated', data: {} });
  expect(all.map(({ heard }) => heard)).toEqual([['outdated'], ['outdated']]);
});

import { shownContract } from '#web/api/session.ts';
import { deviceMs } from '#web/lib/clock/clock.ts';
import { keepConnected, type StreamPosition } from './connection.ts';
import type { StreamEvent } from './read-stream.ts';

// One tab of the browser listens to the stream and passes the events to the others. Only a visible tab listens: while all are hidden
// there is no stream, and the first tab that becomes visible gets what was missed (decision 0102).

/** A hidden tab keeps listening for this time, because most tabs become visible again soon. */
const HIDDEN_MS = 10_000;
/** A visible tab that gets nothing for this time takes over: the listening tab is suspended and still holds the lock. */
const DEAF_MS = 55_000;
const LOOK_MS = 5000;
/** How long events are remembered for new tabs: a page loads its data some seconds before it listens. */
const LATELY_MS = 60_000;

type Letter =
  /** `to`: the only tab that the event is for, because it has missed it. */
  | { readonly kind: 'event'; readonly sent: StreamEvent; readonly to?: string }
  /** A new tab asks for events since it loaded its data: milliseconds of the epoch. */
  | { readonly kind: 'missed'; readonly tab: string; readonly since: number }
  | { readonly kind: 'life' }
  /** The tab that begins to listen asks which tabs show the load of the network. */
  | { readonly kind: 'who' }
  | { readonly kind: 'want'; readonly tab: string; readonly load: boolean };

interface Post {
  send(letter: Letter): void;
  close(): void;
}

/** In a browser without `BroadcastChannel` tabs cannot talk, so each tab has its own stream. */
function postOf(name: string, on: (letter: Letter) => void): Post {
  if (typeof BroadcastChannel === 'undefined') return { send: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Letter>) => on(data);
  return { send: (letter) => channel.postMessage(letter), close: () => channel.close() };
}

/** Runs `work` under the lock of the browser, until the signal aborts or another tab steals the lock. */
async function inOnePlace(
  name: string,
  { signal, steal }: { signal: AbortSignal; steal: boolean },
  work: () => Promise<void>,
) {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(name, steal ? { steal } : { signal }, work);
}

export interface Stream {
  /** Whether this tab shows the load of the network. */
  wantLoad(wants: boolean): void;
  end(): void;
}

/** Listens for this tab, by itself or through another one. `on` gets each event. */
export function openStream(on: (sent: StreamEvent) => void, since: number): Stream {
  const name = `kabinet.stream.${shownContract() ?? 'guest'}`;
  const tab = crypto.randomUUID();
  const heard: StreamPosition = { lastId: undefined, since };
  /** Tabs that show the load of the network. */
  const wishes = new Set<string>();
  let lately: readonly { readonly at: number; readonly sent: StreamEvent }[] = [];
  let lifeAt = deviceMs();
  let place: AbortController | undefined;
  let connection: AbortController | undefined;
  let hiddenSince: number | undefined;

  const read: { readonly [Kind in Letter['kind']]: (letter: Extract<Letter, { kind: Kind }>) => void } = {
    event: ({ sent, to = tab }) => {
      lifeAt = deviceMs();
      if (to === tab) on(sent);
    },
    life: () => {
      lifeAt = deviceMs();
    },
    missed: ({ tab: to, since: after }) => tellMissed(to, after),
    who: () => tellWish(),
    want: (letter) => noteWish(letter.tab, letter.load),
  };
  const post = postOf(name, (letter) => (read[letter.kind] as (letter: Letter) => void)(letter));
  function tellWish(): void {
    if (wishes.has(tab)) post.send({ kind: 'want', tab, load: true });
  }
  /** Only the listening tab remembers events, so only it answers. */
  function tellMissed(to: string, since: number): void {
    for (const { at, sent } of lately) if (at >= since) post.send({ kind: 'event', sent, to });
  }
  function remember(sent: StreamEvent): void {
    const begin = deviceMs() - LATELY_MS;
    // A missed load is not worth repeating: the next one comes soon.
    if (sent.event !== 'load') lately = [...lately.filter(({ at }) => at > begin), { at: deviceMs(), sent }];
  }
  function noteWish(who: string, load: boolean): void {
    const before = wishes.size > 0;
    if (load) wishes.add(who);
    else wishes.delete(who);
    // The server sends the load only on request, so reconnect and continue from the last event.
    if (wishes.size > 0 !== before) connection?.abort();
  }

  const listen = async (signal: AbortSignal): Promise<void> => {
    post.send({ kind: 'who' });
    while (!signal.aborted) {
      const own = new AbortController();
      connection = own;
      await keepConnected({
        heard,
        wantsLoad: wishes.size > 0,
        signal: AbortSignal.any([signal, own.signal]),
        onLife: () => {
          lifeAt = deviceMs();
          post.send({ kind: 'life' });
        },
        on: (sent) => {
          on(sent);
          remember(sent);
          post.send({ kind: 'event', sent });
        },
      });
      // The stream has ended for good, not to reconnect with another wish.
      if (!own.signal.aborted) return;
    }
  };

  function enter(steal = false): void {
    if (place) return;
    const mine = new AbortController();
    place = mine;
    const leave = (): void => {
      mine.abort();
      if (place === mine) place = undefined;
    };
    lifeAt = deviceMs();
    void inOnePlace(name, { signal: mine.signal, steal }, () => listen(mine.signal)).then(leave, leave);
  }
  const leave = (): void => {
    place?.abort();
    place = undefined;
  };

  const isLongHidden = (): boolean => {
    hiddenSince = document.visibilityState === 'visible' ? undefined : (hiddenSince ?? deviceMs());
    return hiddenSince !== undefined && deviceMs() - hiddenSince >= HIDDEN_MS;
  };
  const look = (): void => {
    if (isLongHidden() || !navigator.onLine) leave();
    if (hiddenSince !== undefined || !navigator.onLine) return;
    const isDeaf = place !== undefined && deviceMs() - lifeAt > DEAF_MS;
    if (isDeaf) leave();
    enter(isDeaf);
  };
  const stop = new AbortController();
  const { signal } = stop;
  const timer = setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', look, { signal });
  for (const change of ['online', 'offline', 'pageshow']) window.addEventListener(change, look, { signal });
  // The browser cannot keep a page with a lock or an open response in its back/forward cache. And a page that is being left must get no
  // event: on signing out, the end of the session would redirect the client to another page.
  for (const leaving of ['beforeunload', 'pagehide']) window.addEventListener(leaving, leave, { signal });
  look();
  post.send({ kind: 'missed', tab, since });
  return {
    wantLoad: (wants) => {
      noteWish(tab, wants);
      post.send({ kind: 'want', tab, load: wants });
    },
    end: () => {
      stop.abort();
      clearInterval(timer);
      leave();
      post.close();
    },
  };
}

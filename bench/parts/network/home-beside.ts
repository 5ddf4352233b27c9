import { setTimeout as pause } from 'node:timers/promises';
import { NAS_SECRET } from '../../../peers/radius/server.ts';
import { DEMO_PASSWORD } from '../../../server/seeds/people/password.ts';
import { unfolded } from '../../../server/src/domain/services/accounting/place.queries.ts';
import { quantile } from '../processor.ts';
import { viewer, type Look } from '../viewer.ts';
import type { KnownLine, NetworkWorld } from './world.ts';
import { drained, type NetworkParts, type Side } from './sides.ts';

interface Beside {
  readonly side: Side;
  readonly lines: readonly KnownLine[];
  /** Of the portal. */
  readonly port: number;
}

const VIEWS_A_SECOND = 20;
const PHASE_S = 10;
const PHASES = 3;
/** A report each five minutes. */
const INTERIM_S = 300;
const STORM_S = 60;
const COPIES = 3;

/**
 * A view of home, quiet and beside reports in turns, then beside a storm, then quiet again: within minutes the speed of a shared machine changes
 * by a quarter. And the lag of folding meanwhile.
 */
export async function beside(parts: NetworkParts, { side, lines, port }: Beside): Promise<void> {
  const { world, load, nas } = parts;
  const look = await viewer({ port, token: await tokenAt(port), encoding: 'identity' });
  await viewed(look, PHASE_S);
  const common = { port: side.accountingPort, nas, secret: NAS_SECRET };
  const [quiet, busy, lags]: [number[], number[], number[]] = [[], [], []];
  for (let phase = 0; phase < PHASES; phase += 1) {
    quiet.push(...(await viewed(look, PHASE_S)));
    const perSecond = lines.length / INTERIM_S;
    const some = lines.slice(phase * PHASE_S * perSecond, (phase + 1) * PHASE_S * perSecond);
    const report = [{ kind: 'Interim-Update', seconds: 600, octets: 1e8 }] as const;
    const watch = lagsUntilEnd(world);
    const sent = load.run({ ...common, lines: some, reports: report, copies: 1, turn: 2, perSecond });
    busy.push(...(await viewed(look, PHASE_S)));
    await sent;
    lags.push(...(await watch.end()));
  }
  showQuiet('before', quiet);
  showBeside('reports', busy, { lags, quiet });
  const watch = lagsUntilEnd(world);
  const began = performance.now();
  const sent = load.run({
    ...common,
    lines,
    reports: [
      { kind: 'Stop', seconds: 3600, octets: 5e8 },
      { kind: 'Start', seconds: 0, octets: 0 },
    ],
    copies: COPIES,
    turn: 3,
    perSecond: (lines.length * 2 * COPIES) / STORM_S,
  });
  const inStorm = await viewed(look, STORM_S);
  const { answered, lost, seconds } = await sent;
  await drained(world);
  const drain = (performance.now() - began) / 1000;
  const lagsInStorm = await watch.end();
  const later = await viewed(look, PHASES * PHASE_S);
  showQuiet('after', later);
  showBeside('the storm', inStorm, { lags: lagsInStorm, quiet: [...quiet, ...later] });
  console.log(
    `storm: ${answered} packets answered in ${seconds.toFixed(1)} s, lost ${lost}, all folded after ${drain.toFixed(1)} s`,
  );
}

const showQuiet = (when: string, views: readonly number[]): void =>
  console.log(
    `home, quiet ${when}: p50 ${quantile(views, 0.5).toFixed(1)} ms, p95 ${quantile(views, 0.95).toFixed(1)}`,
  );

function showBeside(
  name: string,
  views: readonly number[],
  { lags, quiet }: { lags: readonly number[]; quiet: readonly number[] },
): void {
  const [now, p95] = [quantile(views, 0.95), quantile(quiet, 0.95)];
  console.log(
    `home beside ${name}: p50 ${quantile(views, 0.5).toFixed(1)} ms, p95 ${now.toFixed(1)}, ${(now / p95).toFixed(2)} times quiet; lag of folding p50 ${quantile(lags, 0.5).toFixed(1)} s, p99 ${quantile(lags, 0.99).toFixed(1)}`,
  );
}

async function tokenAt(port: number): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/v2/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` },
    body: JSON.stringify({ login: '100001', password: DEMO_PASSWORD }),
  });
  return ((await reply.json()) as { access_token: string }).access_token;
}

/** Milliseconds of each view, at a fixed rate: a late one does not delay the next ones' moments. */
async function viewed(look: Look, seconds: number): Promise<number[]> {
  const took: number[] = [];
  const began = performance.now();
  for (let view = 0; view < seconds * VIEWS_A_SECOND; view += 1) {
    const due = began + (view * 1000) / VIEWS_A_SECOND;
    await pause(Math.max(0, due - performance.now()));
    await look();
    took.push(performance.now() - Math.max(due, began));
  }
  return took;
}

/** Seconds that the oldest row has waited, twice a second. */
function lagsUntilEnd({ db }: NetworkWorld): { end(): Promise<number[]> } {
  const lags: number[] = [];
  const ending = new AbortController();
  const watching = (async () => {
    while (!ending.signal.aborted) {
      lags.push((await db.read(unfolded)).oldest);
      await pause(500);
    }
  })();
  return {
    async end() {
      ending.abort();
      await watching;
      return lags;
    },
  };
}

import { commandLine } from '#server/kernel/command-line.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { dayIn } from '@kabinet/contract/kernel/day';
import { openDatabase, type Database, type DatabaseOptions } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded/launcher.ts';
import { OF_JOBS, OF_PORTAL, OF_PORTAL_WITH_JOBS, TO_STANDBY } from '#server/db/pools/connections.ts';
import { inStart, openFirst } from '#server/db/pools/first-connections.ts';
import { bringSchemaUpToDate } from '#server/db/schema-state.ts';
import type { StandbyOptions } from '#server/db/standby/standby.ts';
import { tryStandby } from '#server/db/standby/trial.ts';
import { refusalOfAddresses, type DatabaseAddresses } from '#server/db/reach.ts';
import { holdOf } from '#server/domain/billing/charging/hold.queries.ts';
import { holdToServiceKey } from '#server/domain/services/access/service-key.ts';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { readPaymentAgents } from '#server/domain/payments/payment-agents/payment-agent.ts';
import { buildApp } from '#server/http/app.ts';
import type { DrainStage } from '#server/http/running/draining.ts';
import { serveLines } from '#server/http/line/listener.ts';
import { untilListening } from '#server/http/running/listening.ts';
import { collectMetrics, serveMetrics } from '#server/http/running/metrics.ts';
import { anchorTrouble } from '#server/integrations/anchors/file.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { readProvider } from '#server/kernel/provider.ts';
import type { World } from '#server/kernel/world.ts';
import { endWithin } from './ending.ts';
import { fromRoot, type Config } from './config/config.ts';
import { connectOutside } from './connect.ts';
import { handlerOf } from './handlers/handler-of.ts';
import { openLog } from './log.ts';
import { startSpeed } from './speed/start.ts';
import { demoInvitations } from './demo-staff.ts';
import { prepareDemo, sealDemoPasswords } from './prepare-demo.ts';
import { listenForReports } from './jobs/messaging/messages.ts';
import { holdText } from './operator/commands/money/charging-source.ts';
import { startWorker } from './worker.ts';

/**
 * How long a load balancer may need to notice that this process takes no more requests: by asking whether it is
 * ready, or by reads that it turns away. First it serves everything, so that a balancer may notice a process that has just
 * come back.
 */
const UNREADY_MS = 2_500;
const LEAVING_MS = 2_500;
/**
 * Time for running requests and jobs to finish on shutdown. Together with what follows it stays below the usual 30 s
 * until SIGKILL.
 */
const DRAIN_MS = 18_000;
/** Time for connections to close, and for the embedded PostgreSQL to stop. */
const CLOSE_MS = 2_000;
const EMBEDDED_MS = 5_000;

/** A job waits for a connection instead of failing. */
const JOBS: DatabaseOptions = { ...OF_JOBS, patience: 10_000 };

type Say = (line: string) => void;

/** A portal with all that belongs to it. A process has one (`main.ts`); the journeys have several in one process. */
export class RunningPortal {
  /** Opened resources, closed in reverse order whenever the portal ends, even during start-up. */
  readonly #opened = new AsyncDisposableStack();
  /** Parts with work in progress: they end first, in parallel. */
  readonly #working: (() => Promise<unknown>)[] = [];
  readonly #config: Config;
  readonly #say: Say;
  #drain: DrainStage = 'none';
  #world: World | undefined;

  constructor(config: Config, say: Say) {
    this.#config = config;
    this.#say = say;
  }

  async start(): Promise<void> {
    const config = this.#config;
    const say = this.#say;
    const log = openLog(config.LOG_LEVEL);
    const { isDemo } = config;
    const [provider, agents] = await Promise.all([
      readProvider(config.providerFile),
      readPaymentAgents(config.KABINET_PAYMENT_AGENTS),
    ]);
    const { url, sessionUrl, sessionsAt } = await this.#database();
    await bringSchemaUpToDate({ url: sessionsAt, ownerUrl: config.MIGRATION_DATABASE_URL, commandLine }, say);
    const standby = await this.#standbyOf(url);
    const own = config.KABINET_WORKER ? OF_PORTAL_WITH_JOBS : OF_PORTAL;
    const db = this.#open(url, { ...own, sessionUrl, standby: standby(TO_STANDBY.portal) });
    await openFirst([db.pool, db.readingPool]);
    const demo = await prepareDemo(db, { url: sessionsAt, isDemo, say, log });
    if (demo) this.#opened.defer(() => demo.end());
    const world = await this.#buildWorld({ db, provider, log });
    this.#world = world;
    if (isDemo) await sealDemoPasswords(db, world.outside.vault);
    const hold = await db.read((tx) => holdOf(tx, dayIn(provider.time_zone, world.clock.now())));
    if (hold) say(holdText(hold.until, hold.is_external));
    await this.#sayWithoutAnchors();

    const metrics = collectMetrics(world);
    this.#opened.defer(await serveMetrics(metrics, config));
    this.#opened.defer(await this.#serveLines(world));
    // Its own connections, so that requests never block jobs, but for the one that listens.
    if (config.KABINET_WORKER)
      await this.#startJobs(world, {
        ...this.#open(url, { ...JOBS, sessionUrl, standby: standby(TO_STANDBY.jobs) }),
        listen: db.listen,
      });
    const app = await buildApp(
      { world, handlerOf, identify, isConfirmed },
      {
        trustedProxies: config.TRUSTED_PROXIES,
        webFolder: fromRoot('web/dist'),
        drain: () => this.#drain,
        watch: metrics.watch,
        watchListeners: metrics.watchListeners,
        burst: config.BURST,
        apiDocs: config.API_DOCS,
        offline: config.OFFLINE,
        agents,
        staffNetworks: config.STAFF_NETWORKS,
        countPaymentAgent: metrics.countPaymentAgent,
      },
    );
    this.#working.push(() => app.close());
    this.#opened.defer(() => {
      app.server.closeAllConnections();
    });
    const { HOST: host, PORT: port } = config;
    await untilListening(app.listen({ host, port }), { host, port, hostSetting: 'HOST', portSetting: 'PORT' });
    demo?.fillHistory();
  }

  /** What a unit of systemd may write is known only here. A machine of the anchors that is away keeps nobody from the portal. */
  async #sayWithoutAnchors(): Promise<void> {
    const { AUDIT_ANCHOR_FILE: file, KABINET_WORKER } = this.#config;
    if (file === undefined || !KABINET_WORKER) return;
    const trouble = await anchorTrouble(fromRoot(file));
    if (trouble !== undefined) this.#say(`Якоря журнала действий не пишутся в ${file}: ${trouble} (docs/staff.ru.md)`);
  }

  async #startJobs(world: World, db: Database): Promise<void> {
    const worker = await startWorker({ ...world, db });
    this.#working.push(() => worker.stop());
    const orders = world.outside.deviceOrders?.send(world.log);
    if (orders) this.#working.push(() => orders.end());
    const reports = listenForReports(world);
    this.#working.push(() => reports.end());
  }

  /** Invitations of the demo's staff, for whoever has started it. */
  demoInvitations(): Promise<string[]> {
    const world = this.#world;
    return world && this.#config.isDemo ? inStart(() => demoInvitations(world)) : Promise.resolve([]);
  }

  /** `sessionsAt` is the one of the addresses that keeps sessions. */
  async #database(): Promise<DatabaseAddresses & { sessionsAt: string }> {
    const { DATABASE_URL: url, DATABASE_SESSION_URL: sessionUrl, KABINET_DATA } = this.#config;
    if (url === undefined) {
      const embedded = await startEmbedded({ dataDir: fromRoot(KABINET_DATA), say: this.#say });
      this.#opened.defer(() => endWithin(EMBEDDED_MS, () => embedded.stop()));
      return { url: embedded.url, sessionsAt: embedded.url };
    }
    const refusal = await refusalOfAddresses({ url, sessionUrl });
    if (refusal !== undefined) throw new Error(refusal);
    return { url, sessionUrl, sessionsAt: sessionUrl ?? url };
  }

  /** The standby by a number of connections; a wrong one is refused, one that is away is told. */
  async #standbyOf(primaryUrl: string): Promise<(connections: number) => StandbyOptions | undefined> {
    const { DATABASE_READ_URL: url } = this.#config;
    if (url === undefined) return () => undefined;
    const { refusal, warning } = await tryStandby(url, primaryUrl);
    if (refusal !== undefined) throw new Error(refusal);
    if (warning !== undefined) this.#say(warning);
    return (connections) => ({ url, connections });
  }

  #open(url: string, options?: DatabaseOptions): Database {
    const db = openDatabase(url, options);
    this.#opened.defer(() => endWithin(CLOSE_MS, () => db.close()));
    return db;
  }

  async #buildWorld({ db, provider, log }: Pick<World, 'db' | 'provider' | 'log'>): Promise<World> {
    const config = this.#config;
    const { speed, end } = await startSpeed(provider, config);
    this.#opened.defer(end);
    const outside = await connectOutside(config, db, speed);
    await holdToServiceKey(db, outside.vault, systemClock.now());
    return { db, clock: systemClock, provider, publicUrl: config.PUBLIC_URL, staffUrl: config.staffUrl, outside, log };
  }

  async #serveLines(world: World): Promise<() => void> {
    const { LINE_LISTEN: place } = this.#config;
    return place ? serveLines(world, place) : () => undefined;
  }

  async #leaveBalancer(): Promise<void> {
    await pause(UNREADY_MS);
    this.#drain = 'leaving';
    await pause(LEAVING_MS);
  }

  /**
   * Shuts down in order, within 30 s even if something hangs: reports not ready, finishes running work, closes
   * everything.
   */
  async stop(): Promise<void> {
    this.#drain = 'unready';
    // At a terminal, or without a load balancer, there is nothing to wait for.
    if (this.#config.BEHIND_BALANCER) await this.#leaveBalancer();
    await Promise.allSettled(this.#working.map((end) => endWithin(DRAIN_MS, end)));
    await this.#opened.disposeAsync().catch(() => undefined);
  }
}

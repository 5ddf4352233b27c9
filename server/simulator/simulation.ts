import { setTimeout as pause } from 'node:timers/promises';
import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import type { Call, Request } from '@kabinet/contract/kernel/call/call';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { chargeDaysJob } from '#server/domain/billing-run/jobs.ts';
import { checkNetworkJob } from '#server/domain/services/provisioning/jobs.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { kamailioExchange } from '#server/integrations/network/kamailio.ts';
import { networkByKind } from '#server/integrations/network/by-kind.ts';
import { addJob, type Job } from '#server/kernel/job/job.ts';
import type { Outside } from '#server/integrations/port.ts';
import type { World } from '#server/kernel/world.ts';
import type pg from 'pg';
import { diceOf, type Dice } from '../seeds/random.ts';
import { bySomebodyElse } from '../test/database/unnested.ts';
import { openPortal, type TestPortal } from '../test/portal/open-portal.ts';
import { runDueJobs } from '../src/worker.ts';
import { AGENTS } from './agents.ts';
import { FaultInjector, type Chances } from './faults.ts';
import { Observer } from './model/observer.ts';
import { addSimCatalogue, type SimCatalogue } from './catalogue.ts';
import { addClients, termsBy, type SimClient } from './provider.ts';
import { IN_ORDER, oneConnection } from './one-connection.ts';
import { readProviderOf } from './provider-of.ts';
import { SIP_DOMAIN } from './sip-domain.ts';
import { slowDatabase, slowOutside, type Delay } from './slow.ts';
import { Wire } from './wire.ts';

const ZONE = 'Europe/Samara';
/** How often a client, a bank or the worker repeats a failed request, before it must succeed. */
const REPEATS = 4;
const MOST_ROUNDS = 60;
const LOOK_MS = 2;
/** How long an outside system hangs: longer than a TV command may take. */
const HANGS_MS = 65_000;
const MOST_LOOKS = 5_000;

/** Money that an outside system believes to have paid: a confirmed payment must not be lost. */
export interface AcknowledgedPayment {
  readonly reference: string;
  readonly amount: number;
  isCancelled: boolean;
}

interface Beginning {
  readonly begin: Date;
  readonly chances: Chances;
  /** Whether the database already holds a provider; otherwise the seed makes a small one. */
  readonly isAlive?: boolean;
  readonly delay?: Delay;
}

const CLIENTS = 4;
async function addProvider(pool: pg.Pool, dice: Dice, today: Day) {
  const catalogue = await addSimCatalogue(pool, dice);
  await pool.query('insert into charging_begin (first_day, named_at) values ($1, now())', [today]);
  return { catalogue, clients: await addClients(pool, dice, catalogue, today, CLIENTS) };
}

type Parts = Pick<Simulation, 'dice' | 'portal' | 'faults' | 'wire' | 'observer' | 'catalogue' | 'clients'>;

/** One simulated provider: the whole portal, its clients, and their surroundings, all decided by the seed. */
export class Simulation {
  readonly dice: Dice;
  readonly portal: TestPortal & { close(): Promise<void> };
  readonly faults: FaultInjector;
  readonly wire: Wire;
  readonly observer: Observer;
  readonly catalogue: SimCatalogue;
  readonly clients: readonly SimClient[];
  readonly acknowledged: AcknowledgedPayment[] = [];
  /** QR codes that may still be acted on, and ordered payments. */
  readonly codes: string[] = [];
  #ids = 0;

  private constructor({ dice, portal, faults, wire, observer, catalogue, clients }: Parts) {
    this.dice = dice;
    this.portal = portal;
    this.faults = faults;
    this.wire = wire;
    this.observer = observer;
    this.catalogue = catalogue;
    this.clients = clients;
  }

  static async open(
    url: string,
    seed: number,
    { begin, chances, isAlive = false, delay }: Beginning,
  ): Promise<Simulation> {
    const dice = diceOf(seed);
    // Dice of their own: how many transactions and requests there are depends on the time a machine takes, the actions must not.
    const faults = new FaultInjector(seed, chances);
    const wire = new Wire(diceOf(seed ^ 0x317e));
    const watch: { observer?: Observer } = {};
    const slowly = (outside: Outside) => (delay ? slowOutside(outside, delay) : outside);
    const portal = await openPortal(url, {
      agents: AGENTS,
      throughDatabase: (db) => ({
        ...faults.database(delay ? slowDatabase(db, delay) : db, async () => watch.observer?.committed()),
        pool: oneConnection(db.pool),
      }),
      throughOutside: (outside, db) => ({
        ...faults.outside(
          slowly({ ...outside, network: networkByKind(outside.network, { sip: kamailioExchange(db, SIP_DOMAIN) }) }),
        ),
        ...(outside.sandboxBank && { sandboxBank: wire.bank(outside.sandboxBank, db) }),
      }),
    });
    const { mail } = portal.world.provider;
    if (!isAlive)
      Object.assign(portal.world.provider, {
        suspension: termsBy(dice),
        mail: { ...mail, kept_days: dice.between(1, 2) },
      });
    wire.lead((options) => portal.inject(options));
    faults.whileItHangs(() => {
      portal.clock.advance(HANGS_MS);
    });
    portal.clock.set(begin);
    await portal.pool.query(IN_ORDER);
    const today = () => dayIn(ZONE, portal.clock.now());
    const { clients, catalogue } = isAlive
      ? await readProviderOf(portal.pool)
      : await addProvider(portal.pool, dice, today());
    watch.observer = await Observer.begin(portal.pool, {
      now: () => portal.clock.now(),
      today,
      terms: {
        daysBetween: portal.world.provider.plan_change.days_between,
        suspension: portal.world.provider.suspension,
        keptDays: portal.world.provider.mail.kept_days,
      },
    });
    const sim = new Simulation({ dice, portal, faults, wire, observer: watch.observer, catalogue, clients });
    // The network gets the state of every service of a new provider.
    await sim.faults.without(() => sim.#checkNetwork());
    return sim;
  }

  get world(): World {
    return this.portal.world;
  }
  get pool(): pg.Pool {
    return this.portal.pool;
  }
  get today(): Day {
    return dayIn(ZONE, this.portal.clock.now());
  }
  get at(): At {
    return { now: this.portal.clock.now(), zone: ZONE };
  }
  get client(): SimClient {
    return this.one(this.clients);
  }

  one<T>(of: readonly T[]): T {
    const found = of[this.dice.between(0, of.length - 1)];
    if (found === undefined) throw new Error('Nothing to choose from');
    return found;
  }

  /** A number that is unique in this simulation. */
  nextId(): number {
    return (this.#ids += 1);
  }

  /** Repeats work until it succeeds, as a person or a bank repeats a failed request; the last time nothing breaks. */
  async insist<T>(work: () => Promise<T>, isAnswer: (answer: T) => boolean = () => true): Promise<T> {
    for (let left = REPEATS; left > 0; left -= 1) {
      const answer = await work().then(
        (value) => ({ value }),
        (error: unknown) => {
          if (!(error as Error).message.startsWith('Connection terminated')) throw error;
        },
      );
      if (answer && isAnswer(answer.value)) return answer.value;
    }
    return this.faults.without(work);
  }

  /** Calls the portal like a browser: with a key, until it gets a reply. */
  ask<C extends Call>(call: C, request: Request<C>, who: number, key = `sim-${this.nextId()}`) {
    return this.insist(
      () => this.portal.send(call, request, who, { 'idempotency-key': key }),
      ({ status }) => status < 500,
    );
  }

  /** Starts something else when the next transaction is about to commit; it runs until it must wait for that commit. */
  whileItIsCommitted<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.faults.beforeNextCommit(async () => {
      const other = bySomebodyElse(work);
      other.then(resolve, reject);
      await Promise.race([other.catch(() => undefined), this.#untilSomebodyWaits()]);
    });
    return promise;
  }

  async #untilSomebodyWaits(): Promise<void> {
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const { rowCount } = await this.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rowCount !== 0) return;
      await pause(LOOK_MS);
    }
    throw new Error('Nobody waits, and nobody is done');
  }

  /** A change of the tables by the provider's staff, or by a call that is not implemented yet. */
  async change(text: string, ...values: unknown[]): Promise<number> {
    const { rowCount } = await this.pool.query(text, values);
    await this.observer.lookAgain();
    return rowCount ?? 0;
  }

  /** The same for a service; it also enqueues the update of the network. */
  async changeService(userId: number, text: string, ...values: unknown[]): Promise<number> {
    const changed = await this.change(text, ...values);
    await this.faults.without(() => this.world.db.write((tx) => serviceChanged(tx, { userId })));
    return changed;
  }

  async rows<Row extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>(text, values)).rows;
  }

  /** Runs due jobs; failed jobs are due again, as if their delay had passed. */
  async work(): Promise<void> {
    await this.faults.arriveLate();
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      await this.insist(() => runDueJobs(this.world, { concurrency: 1 }));
      const { rowCount } = await this.pool.query(
        `update graphile_worker._private_jobs set run_at = now()
         where locked_at is null and attempts between 1 and max_attempts - 1 and (flags is null or not flags ? 'timed')`,
      );
      if (rowCount === 0) return;
    }
    throw new Error('Jobs fail for ever');
  }

  /** Enqueues a job of the worker's crontab. */
  order(job: Job<object>): Promise<void> {
    return this.faults.without(() => this.world.db.write((tx) => addJob(tx, job, {})));
  }

  async #checkNetwork(): Promise<void> {
    await this.order(checkNetworkJob);
    await this.work();
  }

  async charge(): Promise<void> {
    await this.order(chargeDaysJob);
    await this.work();
  }
}

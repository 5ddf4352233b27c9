import { diceOf, type Dice } from '../seeds/random.ts';
import { orderDocumentsJob } from '#server/domain/documents/mailing/jobs.ts';
import { eraseMailboxesJob } from '#server/domain/services/mailbox/jobs.ts';
import { reconcileDayJob } from '#server/domain/payments/reconciliation/jobs.ts';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../test/database/database.ts';
import * as access from './actions/access.ts';
import * as calls from './actions/calls.ts';
import { again } from './actions/decide.ts';
import * as hours from './actions/hours.ts';
import * as letters from './actions/letters.ts';
import * as mail from './actions/mail.ts';
import * as ownPrices from './actions/own-prices.ts';
import * as payments from './actions/payments.ts';
import * as plans from './actions/plans.ts';
import * as prices from './actions/prices.ts';
import * as programs from './actions/programs.ts';
import { rivals } from './actions/rivals.ts';
import * as sip from './actions/sip.ts';
import * as telephone from './actions/telephone.ts';
import * as tv from './actions/tv.ts';
import * as services from './actions/services.ts';
import * as suspensions from './actions/suspensions.ts';
import * as agents from './actions/payment-agents.ts';
import { brokenRules } from './invariants.ts';
import { night } from './night.ts';
import { Simulation } from './simulation.ts';
import type { Delay } from './slow.ts';

type Action = (sim: Simulation) => Promise<string>;

/** Actions of a day, with their relative frequency. */
const ACTIONS: readonly (readonly [times: number, action: Action])[] = [
  [6, payments.orderCode],
  [4, payments.orderBoth],
  [4, payments.actOnCode],
  [3, payments.deliverDelayed],
  [1, payments.forge],
  [2, payments.refund],
  [2, payments.transfer],
  [3, payments.takePromised],
  [5, agents.payAtTerminal],
  [2, agents.repeat],
  [1, agents.alter],
  [2, agents.cancelAtTerminal],
  [3, services.planChange],
  [4, services.option],
  [3, services.program],
  [4, services.pause],
  [2, services.promotion],
  [1, services.openAnyService],
  [2, services.oneTimeCharge],
  [2, services.correction],
  [2, services.creditLimit],
  [6, calls.importSomeCalls],
  [1, calls.blockOrUnblockNumber],
  [6, prices.planAnyPrice],
  [1, prices.withdrawAnyPrice],
  [6, ownPrices.giveAnyDiscount],
  [2, ownPrices.endAnyDiscount],
  [8, plans.changeNow],
  [3, plans.changeLater],
  [2, plans.cancelPlannedPlan],
  [6, plans.switchOption],
  [5, programs.switchAnyProgram],
  [6, programs.switchStarter],
  [3, services.connect],
  [4, suspensions.suspendAnyService],
  [3, suspensions.returnFromSuspension],
  [1, suspensions.cancelAnySuspension],
  [3, rivals],
  [2, again],
  [2, access.hold],
  [3, access.unlockService],
  [1, access.autoAuth],
  [1, access.password],
  [1, access.session],
  [2, hours.setScheduleHours],
  [1, hours.pauseHours],
  [12, mail.createMailbox],
  [10, mail.removeOrRestore],
  [5, letters.changeNames],
  [5, letters.copies],
  [3, letters.setAutoReply],
  [2, letters.boxPassword],
  [5, sip.renewSipPassword],
  [5, sip.register],
  [2, sip.endRegistration],
  [6, sip.setSipLimits],
  [5, sip.setDirection],
  [7, tv.plugDevice],
  [5, tv.lookAtAnyDevices],
  [8, tv.command],
  [8, tv.dropAnyDevice],
  [5, tv.activationCode],
  [4, telephone.mailDocuments],
  [3, telephone.chooseMailing],
  [4, telephone.showHiddenNumbers],
];
const BAG = ACTIONS.flatMap(([times, action]) => Array.from({ length: times }, () => action));

export interface SimulationRun {
  readonly seed: number;
  readonly days: number;
  /** Makes the database and everything outside slower, by how much it decides. */
  readonly delay?: Delay;
}

export interface SimulationReport {
  readonly steps: number;
  readonly crashes: number;
  /** Requests to outside systems that were lost, doubled or late. */
  readonly astray: number;
  /** Number of ledger lines on client accounts. */
  readonly lines: number;
  /** The steps with their faults, then the ledger: the same for the same seed, however long everything takes. */
  readonly trace: readonly string[];
}

/** A failed seed: the step, what broke, and the steps before. */
export class SeedFailed extends Error {
  constructor({ seed, days }: SimulationRun, trail: readonly string[], why: string) {
    const last = trail.slice(-15).join('\n  ');
    super(
      `seed ${seed} failed at step ${trail.length}: ${why}\n  ${last}\nrepeat: npm run simulate -- --seed ${seed} --days ${days}`,
    );
  }
}

/** Simulates several days of a provider chosen by the seed, in a separate database; throws `SeedFailed`. */
export async function simulate(server: string, run: SimulationRun): Promise<SimulationReport> {
  const url = await cloneDatabase(server, TEMPLATES.empty);
  try {
    return await live(url, run);
  } finally {
    await dropDatabase(server, url);
  }
}

const MINUTE_MS = 60_000;
const FAILED = 'threw ';
const failed = (error: unknown): string =>
  `${FAILED}${(error as Error).stack?.split('\n').slice(0, 4).join('\n') ?? String(error)}`;
/** Steps between two checks of the whole ledger. */
const WHOLE_EVERY = 5;
const YEARS = [2026, 2027, 2028] as const;

/** A random day of a month; often one of the first days, when documents of the last month are sent. */
const anyDay = (dice: Dice): number => (dice.chance(30) ? dice.between(1, 4) : dice.between(1, 28));

async function live(url: string, run: SimulationRun): Promise<SimulationReport> {
  const dice = diceOf(run.seed ^ 0x5eed);
  const begin = new Date(Date.UTC(dice.pick(YEARS), dice.between(0, 11), anyDay(dice), 6));
  const chances = { crash: dice.pick([0, 1, 3, 8]), outside: dice.pick([0, 10, 30]) };
  const sim = await Simulation.open(url, run.seed, { begin, chances, ...(run.delay && { delay: run.delay }) });
  const [trail, trace]: [string[], string[]] = [[], []];
  const step = async (action: Action, atRest = false) => {
    const when = sim.portal.clock.now().toISOString().slice(0, 16);
    const did = await action(sim).catch(failed);
    trace.push(...sim.faults.made.splice(0), `${action.name}: ${did}`);
    trail.push(`${trail.length + 1}. ${when} ${action.name}: ${did}`);
    if (process.env['SIM_TRACE']) process.stdout.write(`${trail.at(-1) ?? ''}\n`);
    const broken = did.startsWith(FAILED)
      ? [did]
      : await brokenRules(sim, { atRest, whole: atRest || trail.length % WHOLE_EVERY === 0 });
    if (broken.length > 0) throw new SeedFailed(run, trail, broken.join('\n'));
  };
  try {
    await step(charge);
    for (let day = 0; day < run.days; day += 1) await liveOneDay(sim, step);
    await step(rest, true);
    const [{ lines } = { lines: 0 }] = await sim.rows<{ lines: number }>(
      'select count(*)::integer as lines from ledger_entry join account using (account_id) where contract_id is not null',
    );
    const { crashes, astray } = sim.faults;
    return { steps: trail.length, crashes, astray, lines, trace: [...trace, ...(await ledgerOf(sim))] };
  } finally {
    await sim.portal.close();
  }
}

/** The whole ledger, a line for each entry; only the random ids of payments and refunds are left out. */
async function ledgerOf(sim: Simulation): Promise<string[]> {
  const entries = await sim.rows<{ line: string }>(
    `select concat_ws(' ', kind, reference, t.day, t.happened_at, account_id, amount_kopecks, text) as line
     from ledger_entry e join ledger_transaction t using (transaction_id) order by transaction_id, entry_id`,
  );
  return entries.map(({ line }) => withoutRandom(line));
}

const withoutRandom = (text: string): string => text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'id');

/** The most minutes of a day's steps after its night; hanging outside systems and pairs of actions need some more. */
const MOST_MINUTES = 1150;

async function liveOneDay(sim: Simulation, step: (action: Action) => Promise<void>): Promise<void> {
  const { clock } = sim.portal;
  const actions = sim.dice.between(2, 7);
  for (let left = actions; left > 0; left -= 1) {
    clock.advance(sim.dice.between(1, Math.floor(MOST_MINUTES / actions)) * MINUTE_MS);
    await step(sim.one(BAG));
    if (sim.dice.chance(60)) await step(work);
  }
  const isLate = sim.dice.chance(8);
  await step(isLate ? lateNight : night);
}

async function work(sim: Simulation): Promise<string> {
  await sim.work();
  hours.refuseIdle(sim);
  return 'done';
}
async function charge(sim: Simulation): Promise<string> {
  await sim.charge();
  return `through ${sim.today}`;
}
const lateNight: Action = (sim) => night(sim, { skipCharge: true });

/** Stops the faults and lets time pass until nothing is pending. */
async function rest(sim: Simulation): Promise<string> {
  return sim.faults.without(async () => {
    sim.wire.isPerfect = true;
    await sim.work();
    await sim.wire.deliverDelayed();
    await tv.lookAtAll(sim);
    for (let hour = 6; hour <= 60; hour += 6) {
      sim.portal.clock.advance(360 * MINUTE_MS);
      await sim.work();
      if (hour % 24 === 12) await sim.order(reconcileDayJob);
    }
    await sim.charge();
    await sim.order(eraseMailboxesJob);
    await sim.order(orderDocumentsJob);
    await sim.work();
    hours.refuseIdle(sim);
    return 'everybody rests';
  });
}

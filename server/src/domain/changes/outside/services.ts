import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { showPause, showReturn } from '../suspension/show-pause.ts';
import type { AnswerMoment } from './show-asked.ts';
import { setPlan } from '../plan/plan.queries.ts';
import { repeated } from './balances.ts';
import { byVersion, conflict, noteConflicts, ours, taken, unknown, type RowOutcome } from './conflict.queries.ts';
import {
  keepToldServices,
  lockServices,
  plansNamed,
  settleDebts,
  switchServices,
  type ToldServiceRow,
  type ToldService,
  type ToldState,
} from './told-service.queries.ts';

/** What the other billing says of a service. */
export interface GivenService {
  readonly login: string;
  readonly version: number;
  readonly state: ToldState;
  /** The name of its plan in our catalogue; absent: it stays. */
  readonly plan?: string | undefined;
  /** Of a pause: the day on which it works again. */
  readonly until?: Day | undefined;
}

interface Known {
  readonly services: ReadonlyMap<string, ToldServiceRow>;
  readonly plans: ReadonlyMap<string, readonly number[]>;
  readonly twice: ReadonlySet<string>;
  readonly today: Day;
}

/** A judged row; `plan` is the plan that it names. */
type Judged = RowOutcome & { readonly plan: number | null };

/** Takes from another billing whether services work, and their plans; the network hears what has changed. */
export async function takeToldServices(
  tx: Tx,
  rows: readonly GivenService[],
  moment: AnswerMoment,
): Promise<RowOutcome[]> {
  const { today, now } = moment;
  const logins = rows.map(({ login }) => login);
  const services = new Map((await lockServices(tx, logins)).map((one) => [one.login, one]));
  const named = await plansNamed(
    tx,
    rows.flatMap(({ plan }) => plan ?? []),
  );
  const plans = Map.groupBy(named, ({ name, service_kind: kind }) => `${kind} ${name}`);
  const known = {
    services,
    plans: new Map([...plans].map(([key, some]) => [key, some.map(({ plan_id }) => plan_id)])),
    twice: repeated(logins),
    today,
  };
  const judged = rows.map((row) => ({ row, one: services.get(row.login), judged: judge(row, known) }));
  const fresh = judged.flatMap(({ row, one, judged: { outcome, plan } }) =>
    one && outcome === 'taken'
      ? [{ one, user_id: one.user_id, version: row.version, state: row.state, plan_id: plan, until: row.until ?? null }]
      : [],
  );
  await keepToldServices(
    tx,
    fresh.map(({ one: _, ...told }) => told),
    now,
  );
  await showPauses(tx, fresh, moment);
  const changed = new Set((await switchServices(tx, fresh.filter(isNoPause), now)).map(({ user_id }) => user_id));
  for (const { one, plan_id: planId } of fresh) {
    if (planId === null || planId === one.plan_id) continue;
    await setPlan(tx, one.user_id, planId, today, now);
    changed.add(one.user_id);
  }
  await settleDebts(tx, [...new Set(fresh.map(({ one }) => one.account_id))], now);
  await serviceChanged(tx, ...[...changed].map((userId) => ({ userId })));
  const outcomes = judged.map(({ judged: { key, outcome, reason } }) => ({ key, outcome, reason }));
  await noteConflicts(tx, 'service', outcomes, now);
  return outcomes;
}

type Fresh = Pick<ToldService, 'state' | 'until'> & { readonly one: ToldServiceRow };

const isNoPause = ({ state }: Pick<ToldService, 'state'>): boolean => state !== 'paused';

/** Pauses begin and end as they are told. */
async function showPauses(tx: Tx, fresh: readonly Fresh[], moment: AnswerMoment): Promise<void> {
  for (const { one, state, until } of fresh) {
    if (state === 'paused' && until !== null) await showPause(tx, one, { from: moment.today, until }, moment);
    else if (one.state === 'paused') await showReturn(tx, one, moment);
  }
}

function judge(row: GivenService, known: Known): Judged {
  const one = known.services.get(row.login);
  if (!one) return { ...unknown(row.login, 'услуги с таким логином нет'), plan: null };
  if (!one.is_external) return { ...ours(row.login), plan: null };
  const off = known.twice.has(row.login) ? 'услуга названа в одном пакете дважды' : whyNotTaken(row, one, known);
  return off === undefined ? judgeKnown(row, one, known) : { ...conflict(row.login, off), plan: null };
}

function judgeKnown(
  { login, version, state, plan, until }: GivenService,
  one: ToldServiceRow,
  { plans }: Known,
): Judged {
  const found = plansOf(one, plan, plans);
  const [planId = KEPT] = found;
  const isSame = one.told_state === state && one.told_plan === planId && one.told_until === (until ?? null);
  const told = byVersion(login, version, { known: one.version, isSame });
  if (told) return { ...told, plan: KEPT };
  if (found.length !== 1) return { ...conflict(login, whyNoPlan(plan ?? '', found.length)), plan: KEPT };
  return { ...taken(login), plan: planId };
}

const plansOf = ({ service_kind: kind }: ToldServiceRow, plan: string | undefined, plans: Known['plans']) =>
  plan === undefined ? [KEPT] : (plans.get(`${kind ?? ''} ${plan}`) ?? []);

/** The plan stays as it is. */
const KEPT = null;

function whyNotTaken({ state, until }: GivenService, one: ToldServiceRow, { today }: Known): string | undefined {
  // A person has decided it here.
  if (one.state === 'closed') return 'услуга закрыта в кабинете';
  if (state !== 'paused') return undefined;
  return until !== undefined && until > today ? undefined : 'у паузы нет дня возврата, или он уже прошёл';
}

const whyNoPlan = (plan: string, count: number): string =>
  count === 0 ? `тарифа «${plan}» для этой услуги нет` : `тарифов «${plan}» несколько`;

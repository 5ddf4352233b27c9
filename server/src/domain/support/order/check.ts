import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { byWord, momentText, rubles } from '#server/domain/shared/text.rules.ts';
import { incidentsAt, type IncidentRow } from '../incidents/incident.queries.ts';
import { lostText, UNKNOWN_END } from '../incidents/incident.texts.ts';
import { checkedFacts, telephoneBalance, worksAt, type CheckedFacts } from './check.queries.ts';
import { accessStep, fine, wrong, type ClosedCause, type CheckStep } from './steps.ts';
import { findingOf, type CheckCause, type CheckFinding } from './check.texts.ts';
import type { Check } from './order.queries.ts';
import { stepMomentText, ownSteps, type CheckScope } from './own-steps.ts';
import { subjectOf, type CheckRequest, type CheckSubject } from './subject.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';

export interface CheckFacts {
  readonly subject: CheckSubject | undefined;
  /** Speed of its plan, Mbit/s. */
  readonly planMbit: number | null;
  readonly checks: Check[];
  readonly finding: CheckFinding;
  readonly incidentId: number | null;
}

/** Checks a service step by step: debt, failures, access, and steps of its kind. */
export async function checkService(scope: CheckScope, asked: CheckRequest): Promise<CheckFacts> {
  const { db, subscriber, now } = scope;
  const [subject, incidents] = await Promise.all([
    subjectOf(scope, asked),
    incidentsAt(db, subscriber.contractId, now),
  ]);
  const kind = subject ? subject.kind : (asked.goal?.service_kind ?? null);
  const incident = incidents.find(({ services }) => concerns(services, kind));
  const failures = await incidentStep(incident, scope);
  const { planMbit, steps } = subject ? await stepsOf(subject, failures, scope) : { planMbit: null, steps: [failures] };
  return {
    subject,
    planMbit,
    checks: steps.map(({ check }) => check),
    finding: findingOf(firstCause(steps), subject, fixedBy(incident, scope)),
    incidentId: incident ? incident.incident_id : null,
  };
}

const fixedBy = (incident: IncidentRow | undefined, { now, today, provider }: CheckScope): string | undefined =>
  incident?.planned_until != null && new Date(incident.planned_until) > now
    ? byWord(incident.planned_until, today, provider.time_zone)
    : undefined;

/** «Починим к 17:00»; that nobody knows yet; or that the promise was not kept. */
function endText(until: Instant | null, { now, today, provider }: CheckScope): string {
  if (until === null) return UNKNOWN_END;
  const by = byWord(until, today, provider.time_zone);
  return new Date(until) > now ? `Починим ${by}` : `Обещали починить ${by} и не успели. Напишем новый срок`;
}

const firstCause = (steps: readonly CheckStep[]): CheckCause =>
  steps.find(({ cause }) => cause !== null)?.cause ?? 'none';

const concerns = (services: readonly ServiceKind[], kind: ServiceKind | null): boolean =>
  kind === null || services.length === 0 || services.includes(kind);

async function stepsOf(subject: CheckSubject, failures: CheckStep, scope: CheckScope) {
  const { db, subscriber } = scope;
  const { user } = subject;
  if (!user) {
    const debt = debtStep(subject, await telephoneBalance(db, subscriber.contractId));
    return { planMbit: null, steps: [debt, failures, ...accessSteps(subject, undefined, scope)] };
  }
  const facts = await checkedFacts(db, user.user_id);
  const isOpen = subject.state === 'active' && subject.isApplied;
  const own = isOpen ? await ownSteps(subject, user, facts, scope) : [];
  const steps = [debtStep(subject, facts.balance), failures, ...accessSteps(subject, facts, scope), ...own];
  return { planMbit: facts.plan_mbit, steps };
}

function debtStep({ reason, account, told }: CheckSubject, balance: Kopecks | undefined): CheckStep {
  const value = balance === undefined ? null : `на счёте ${rubles(balance)}`;
  if (reason === 'debt') {
    const cure = { text: 'Заплатить', to: `/payment/${account}` };
    return wrong('debt', 'debt', 'Отключено за долг', { value, detail: told, cure });
  }
  return fine('debt', (balance ?? 0) < 0 ? 'За долг не отключено' : 'Долга нет', value);
}

/** Only maintenance within a day is mentioned; later maintenance explains nothing today. */
const SOON_MS = 86_400_000;

async function incidentStep(incident: IncidentRow | undefined, scope: CheckScope): Promise<CheckStep> {
  const { db, subscriber, now, today, provider } = scope;
  if (incident) return brokenStep(incident, scope);
  const works = await worksAt(db, subscriber.contractId, { now, before: new Date(now.getTime() + SOON_MS) });
  const until = works?.until ?? null;
  const value = until === null ? 'и работ нет' : `работы до ${momentText(until, today, provider.time_zone)}`;
  return fine('incident', 'Аварий у вас нет', value);
}

function brokenStep(
  { planned_until: until, services, cause, began_at: began }: IncidentRow,
  scope: CheckScope,
): CheckStep {
  const detail = `${lostText(services)}. ${endText(until, scope)}. Отдельная заявка не нужна: в «Поддержке» есть кнопка «У меня тоже»`;
  const title = cause.slice(0, 1).toUpperCase() + cause.slice(1);
  return wrong('incident', 'incident', title, { value: `с ${stepMomentText(began, scope)}`, detail });
}

/** Steps about access; none if a debt has closed the service, because the debt is the cause. */
function accessSteps(subject: CheckSubject, facts: CheckedFacts | undefined, scope: CheckScope): CheckStep[] {
  const { reason, told: detail, page, kind, isApplied } = subject;
  if (reason === 'debt') return [];
  const step = accessStep({ closed: closedBy(subject), since: sinceOf(subject, facts, scope), detail, page, kind });
  if (step.cause !== null || isApplied) return [step];
  const applying = { value: 'до 2 минут', detail: 'Сеть получила изменения и ещё не подтвердила их' };
  return [step, wrong('applied', 'applying', 'Применяем изменения', applying)];
}

function closedBy({ state, reason }: CheckSubject): ClosedCause | null {
  if (state === 'active') return null;
  if (state !== 'blocked') return state;
  return reason === null || reason === 'debt' ? 'operator' : reason;
}

function sinceOf({ user }: CheckSubject, facts: CheckedFacts | undefined, scope: CheckScope): string | null {
  if (!user) return null;
  const opens = facts?.schedule_changes_at;
  if (user.reason === 'schedule' && opens != null) return `до ${stepMomentText(opens, scope)}`;
  return `с ${stepMomentText(user.state_since, scope)}`;
}

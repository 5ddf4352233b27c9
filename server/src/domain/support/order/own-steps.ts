import { dayIn, type Day, type Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { factOfLine } from '#server/domain/services/radius/facts.ts';
import type { User } from '#server/domain/services/service/situation.rules.ts';
import { liveInternetSessions } from '#server/domain/services/sessions/session.queries.ts';
import { registrationsOf } from '#server/domain/services/sip/sip.queries.ts';
import { speedsSince, type SpeedTest } from '#server/domain/services/speed/speed-test.queries.ts';
import { bytesOf, clockText, momentText } from '#server/domain/shared/text.rules.ts';
import type { Provider } from '#server/kernel/provider.ts';
import type { Subscriber } from '#server/kernel/world.ts';
import type { CheckedFacts } from './check.queries.ts';
import { factStep } from './line-steps.ts';
import { bestProof, speedVerdict } from './speed.rules.ts';
import { fine, unproved, wrong, type CheckStep } from './steps.ts';
import type { CheckSubject } from './subject.ts';

export interface CheckScope {
  readonly db: Tx;
  readonly subscriber: Subscriber;
  readonly now: Date;
  readonly today: Day;
  readonly provider: Provider;
  readonly outside: { readonly showsRegistrations: boolean };
}

/** «12:30» today, «19 ноября, 12:30» on another day. */
export const stepMomentText = (moment: Instant, { today, provider: { time_zone: zone } }: CheckScope): string =>
  dayIn(zone, new Date(moment)) === today ? clockText(moment, zone) : momentText(moment, today, zone);

/** Further steps for a service with open access, by its kind. */
export function ownSteps(
  { kind }: CheckSubject,
  user: User,
  facts: CheckedFacts,
  scope: CheckScope,
): Promise<CheckStep[]> | CheckStep[] {
  if (kind === 'internet') return internetSteps(user, facts, scope);
  if (kind === 'mail') return spaceSteps(facts);
  return kind === 'sip' ? lineSteps(user, facts, scope) : [];
}

async function internetSteps(user: User, facts: CheckedFacts, scope: CheckScope): Promise<CheckStep[]> {
  const [line, speed] = await Promise.all([routerStep(user, facts, scope), speedSteps(user, facts, scope)]);
  return [line, ...speed];
}

async function routerStep(user: User, { last_seen: seen }: CheckedFacts, scope: CheckScope): Promise<CheckStep> {
  const [[live], fact] = await Promise.all([
    liveInternetSessions(scope.db, user.user_id, scope.now),
    factOfLine(scope.db, user.user_id, scope.now),
  ]);
  if (fact) {
    const at = (moment: Instant): string => stepMomentText(moment, scope);
    return factStep(fact, { at, page: `/internet/${user.user_id}`, lastSeen: seen });
  }
  if (live) return fine('line', 'Роутер на связи', `с ${stepMomentText(live.start, scope)}`);
  const value = seen === null ? 'ни разу не входил' : `с ${stepMomentText(seen, scope)}`;
  const detail = 'Проверьте, что он включён, а кабель провайдера вставлен до щелчка. Подождите минуту';
  return wrong('line', 'line', 'Роутер не на связи', { value, detail });
}

/** Older measurements are ignored: a line changes within a week. */
const SPEED_MS = 7 * 86_400_000;
const LINKS = { cable: ' по кабелю', wifi: ' по Wi-Fi', unknown: '' } as const;

/** The measurement that proves most, if there is one of the present plan. */
async function speedSteps(user: User, { plan_mbit: plan }: CheckedFacts, scope: CheckScope): Promise<CheckStep[]> {
  if (plan === null) return [];
  const { db, subscriber, now } = scope;
  const since = new Date(now.getTime() - SPEED_MS);
  const measured = await speedsSince(db, subscriber.contractId, user.user_id, since);
  const proof = bestProof(
    measured.filter(({ plan_mbit: of }) => of === plan),
    plan,
  );
  return proof ? [speedStep(proof, plan, scope)] : [];
}

function speedStep(proof: SpeedTest, plan: number, scope: CheckScope): CheckStep {
  const verdict = speedVerdict(proof, plan);
  const { down_kbit: kbit, link, measured_at: at } = proof;
  const rate = Math.round(kbit / 1000);
  const than = verdict === 'faster' ? `${rate} Мбит/с, быстрее тарифа` : `${rate} из ${plan} Мбит/с`;
  const title = `Скорость${LINKS[link]}: ${than}`;
  const value = stepMomentText(at, scope);
  if (verdict === 'unproved') return unproved('speed', title, value);
  if (verdict !== 'slow') return fine('speed', title, value);
  return wrong('speed', 'slow', title, { value, cure: { text: 'Измерить снова', to: '/speed-test' } });
}

function spaceSteps({ quota_bytes: quota, used_bytes: used }: CheckedFacts): CheckStep[] {
  if (quota === null || used === null) return [];
  const value = `занято ${bytesOf(used, quota)}`;
  return [used < quota ? fine('space', 'Место есть', value) : wrong('space', 'full', 'Место кончилось', { value })];
}

async function lineSteps(user: User, { stopped_until: until }: CheckedFacts, scope: CheckScope): Promise<CheckStep[]> {
  const { db, now, outside } = scope;
  const spending =
    until !== null && new Date(until) > now
      ? wrong('spending', 'spent', 'Платные звонки закрыты', { value: `до ${stepMomentText(until, scope)}` })
      : fine('spending', 'Лимит не кончился');
  if (!outside.showsRegistrations) return [spending];
  const [phone] = await registrationsOf(db, user.login, now);
  const registered = phone
    ? fine('phones', 'Телефон на связи', `с ${stepMomentText(phone.since, scope)}`)
    : wrong('phones', 'no_phone', 'Телефон не на связи', { detail: 'Ни один аппарат не вошёл на линию' });
  return [registered, spending];
}

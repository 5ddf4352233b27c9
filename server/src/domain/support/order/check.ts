import type { AskedId } from '@kabinet/contract/kernel/asked-id';
import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#db/database.ts';
import { describedUsers } from '#domain/billing/service-view/service-view.ts';
import type { User } from '#domain/services/service/situation.rules.ts';
import { liveSessions } from '#domain/services/sessions/session.queries.ts';
import { lastSpeedOf } from '#domain/services/speed/speed-test.queries.ts';
import { clockText, momentText } from '#domain/shared/text.rules.ts';
import { Problem } from '#kernel/problem.ts';
import type { Provider } from '#kernel/provider.ts';
import type { Subscriber } from '#kernel/world.ts';
import { lostText, type ServiceKind } from '../incidents/incident.texts.ts';
import { incidentsAt, type IncidentRow } from '../incidents/incident.queries.ts';
import type { Goal } from './goal.queries.ts';
import type { Check } from './order.queries.ts';

interface Scope {
  readonly db: Tx;
  readonly subscriber: Subscriber;
  readonly now: Date;
  readonly today: Day;
  readonly provider: Provider;
}

const KINDS: Partial<Record<User['user_type'], ServiceKind>> = { tv: 'tv', sip: 'sip', mail: 'mail' };
const kindOf = ({ user_type: type }: User): ServiceKind => KINDS[type] ?? 'internet';

export interface Checked {
  readonly checks: Check[];
  readonly incidentId: number | null;
  /** The service that the goal is about; undefined if it is about none. */
  readonly service: User | undefined;
}

/** What the portal knows before an order of the goal is filed. A foreign service is refused like none. */
export async function checkBefore(scope: Scope, goal: Goal, userId: AskedId<'user'> | undefined): Promise<Checked> {
  const { db, subscriber, now } = scope;
  const [all, incidents] = await Promise.all([
    describedUsers(scope, userId === undefined ? {} : { userId }),
    incidentsAt(db, subscriber.contractId, now),
  ]);
  const service = userId === undefined ? chosen(all, goal) : all[0];
  if (userId !== undefined && !service) throw new Problem('not_found');
  const kind = service ? kindOf(service) : goal.service_kind;
  const incident = incidents.find(({ services }) => concerns(services, kind));
  const checks = [incidentCheck(incident, scope), ...(await ofService(service, scope))];
  return { checks, incidentId: incident?.incident_id ?? null, service };
}

async function ofService(service: User | undefined, scope: Scope): Promise<Check[]> {
  if (!service) return [];
  const isOnline = kindOf(service) === 'internet' && service.state === 'active';
  if (!isOnline) return serviceChecks(service);
  const [line, speed] = await Promise.all([lineCheck(service, scope), speedCheck(service, scope)]);
  return [...serviceChecks(service), line, ...speed];
}

/** Of several services the one that does not work, or the first. */
function chosen(all: readonly User[], { service_kind: kind }: Goal): User | undefined {
  const fit = all.filter((user) => kind === kindOf(user));
  return fit.find(({ state }) => state !== 'active') ?? fit[0];
}

const concerns = (services: readonly ServiceKind[], kind: ServiceKind | null): boolean =>
  kind === null || services.length === 0 || services.includes(kind);

function incidentCheck(incident: IncidentRow | undefined, { now, provider: { time_zone: zone } }: Scope): Check {
  if (!incident) return { what: 'incident', ok: true, title: 'Аварии у вас нет', detail: null, cure: null };
  const until =
    incident.planned_until === null
      ? 'Срок уточняем'
      : `Починим к ${momentText(incident.planned_until, dayIn(zone, now), zone)}`;
  const detail = `${lostText(incident.services)}. ${until}. Отдельная заявка не нужна: скажите «у меня тоже»`;
  return { what: 'incident', ok: false, title: incident.cause, detail, cure: null };
}

function serviceChecks(user: User): Check[] {
  const { state, reason, state_text: detail } = user;
  const page = pageOf(user);
  const off = (what: Check['what'], title: string, cure: Check['cure']): Check => ({
    what,
    ok: false,
    title,
    detail,
    cure,
  });
  const debt =
    reason === 'debt'
      ? off('debt', 'Отключено за долг', { text: 'Заплатить', to: `/payment/${user.account}` })
      : fine('debt', 'Долга нет');
  if (state === 'paused') return [debt, off('paused', 'Услуга на паузе', { text: 'Открыть услугу', to: page })];
  if (state === 'blocked' && reason !== 'debt') return [debt, blockedCheck(user, off, page)];
  return [debt, fine('locked', 'Вход открыт')];
}

const CURED: Partial<Record<NonNullable<User['reason']>, string>> = {
  login_locked: 'Разблокировать',
  session_stuck: 'Разблокировать',
  binding_stale: 'Разблокировать',
  schedule: 'Открыть график',
};

function blockedCheck(
  { reason }: User,
  off: (what: Check['what'], title: string, cure: Check['cure']) => Check,
  to: string,
): Check {
  const cure = reason === null ? undefined : CURED[reason];
  const title =
    reason === 'schedule' ? 'Закрыто графиком доступа' : cure === undefined ? 'Услуга закрыта' : 'Вход закрыт';
  return off(cure === undefined ? 'blocked' : 'locked', title, cure === undefined ? null : { text: cure, to });
}

const pageOf = (user: User): string => `/${kindOf(user)}/${user.user_id}`;

const fine = (what: Check['what'], title: string): Check => ({ what, ok: true, title, detail: null, cure: null });

async function lineCheck(user: User, { db, now, provider: { time_zone: zone } }: Scope): Promise<Check> {
  const [live] = await liveSessions(db, user.user_id, now);
  if (live) return fine('line', `Роутер на связи с ${clockText(live.start, zone)}`);
  return {
    what: 'line',
    ok: false,
    title: 'Роутер не на связи',
    detail: 'Проверьте, что он включён, а кабель провайдера вставлен до щелчка. Подождите минуту',
    cure: null,
  };
}

/** A measurement older than a day tells nothing of the line now. */
const SPEED_MS = 86_400_000;
/** The rest is taken by headers of the protocols. */
const AS_PROMISED = 0.9;
const LINKS = { cable: ' по кабелю', wifi: ' по Wi-Fi', unknown: '' } as const;

/** The last measurement, if there is one: below the plan only by cable is a fault of the line. */
async function speedCheck(user: User, { db, subscriber, now, provider: { time_zone: zone } }: Scope): Promise<Check[]> {
  const since = new Date(now.getTime() - SPEED_MS);
  const last = await lastSpeedOf(db, subscriber.contractId, user.user_id, since);
  if (!last || last.plan_mbit === null) return [];
  const mbit = Math.round(last.down_kbit / 1000);
  const title = `Скорость${LINKS[last.link]}: ${mbit} из ${last.plan_mbit} Мбит/с`;
  const isSlow = last.down_kbit < last.plan_mbit * 1000 * AS_PROMISED;
  if (!isSlow || last.link === 'wifi') return [fine('speed', title)];
  const detail = `Измерили ${momentText(last.measured_at, dayIn(zone, now), zone)}`;
  return [{ what: 'speed', ok: false, title, detail, cure: { text: 'Измерить снова', to: '/speed-test' } }];
}

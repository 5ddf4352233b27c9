import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';
import type { CheckCause } from './check.texts.ts';
import type { Check } from './order.queries.ts';

/** A step of the check: its text, and the cause if it fails. */
export interface CheckStep {
  readonly check: Check;
  readonly cause: Exclude<CheckCause, 'none'> | null;
}

export const fine = (what: Check['what'], title: string, value: string | null = null): CheckStep => ({
  check: { what, ok: true, title, value, detail: null, cure: null },
  cause: null,
});

/** What says nothing for sure: neither a fault nor a proof that there is none. */
export const unproved = (what: Check['what'], title: string, value: string): CheckStep => ({
  check: { what, ok: null, title, value, detail: null, cure: null },
  cause: null,
});

type StepWords = Partial<Pick<Check, 'value' | 'detail' | 'cure'>>;

export const wrong = (
  what: Check['what'],
  cause: Exclude<CheckCause, 'none'>,
  title: string,
  told: StepWords = {},
): CheckStep => ({
  check: { what, ok: false, title, value: null, detail: null, cure: null, ...told },
  cause,
});

/** The reason why access is not open; null if it is. */
export type ClosedCause = Extract<
  CheckCause,
  | 'connecting'
  | 'paused'
  | 'closed'
  | 'login_locked'
  | 'session_stuck'
  | 'binding_stale'
  | 'schedule'
  | 'abuse'
  | 'operator'
  | 'repair'
>;

const CLOSED: Record<ClosedCause, readonly [what: Check['what'], title: string, cure: string | null]> = {
  connecting: ['blocked', 'Услугу ещё подключаем', null],
  paused: ['paused', 'Услуга на паузе', 'Открыть услугу'],
  closed: ['blocked', 'Услуга закрыта', null],
  login_locked: ['locked', 'Вход закрыт', 'Разблокировать'],
  session_stuck: ['locked', 'Завис прошлый сеанс', 'Разблокировать'],
  binding_stale: ['locked', 'Вход открыт другому устройству', 'Разблокировать'],
  schedule: ['locked', 'Закрыто графиком доступа', 'Открыть график'],
  abuse: ['blocked', 'Закрыто из-за вируса', null],
  operator: ['blocked', 'Закрыто провайдером', null],
  repair: ['blocked', 'Идёт ремонт', null],
};

interface Access {
  readonly closed: ClosedCause | null;
  /** «с 12:30»; null: not known. */
  readonly since: string | null;
  readonly detail: string;
  /** The page of the service. */
  readonly page: string;
  readonly kind: ServiceKind;
}

const OPEN: Record<ServiceKind, string> = {
  internet: 'Вход открыт',
  tv: 'ТВ включено',
  sip: 'Линия включена',
  mail: 'Ящик включён',
  telephone: 'Номер включён',
};

/** Login, pause, schedule, and whatever else closes a service besides a debt. */
export function accessStep({ closed, since, detail, page, kind }: Access): CheckStep {
  if (closed === null) return fine('locked', OPEN[kind], kind === 'internet' ? 'паузы нет' : null);
  const [what, title, cure] = CLOSED[closed];
  return wrong(what, closed, title, { value: since, detail, cure: cure === null ? null : { text: cure, to: page } });
}

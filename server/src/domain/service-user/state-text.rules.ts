import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { dayText, held, momentText, rubles } from '../text/text.rules.ts';
import type { Situation } from './situation.rules.ts';

export interface StateFacts {
  readonly situation: Situation;
  readonly since: Instant;
  readonly returnsOn: Day | null;
  /** What must be paid to bring back a service switched off for debt. */
  readonly debt: Kopecks;
  readonly today: Day;
  /** IANA name of the provider's zone. */
  readonly zone: string;
  /** The provider's phone as people read it. */
  readonly support: string;
}

type Sentence = (since: string, facts: StateFacts) => string;

const FEE_RUNS = 'Списания идут';

/** What happened and since when, whether the fee runs (as `feeIn` says), and the way out: a payment, or the support. */
const sentences: Record<Situation, Sentence> = {
  connecting: (since) => `Подключаем с ${since}. Платить начнёте, когда заработает`,
  active: () => 'Работает',
  paused: (since, { returnsOn, today, support }) =>
    returnsOn === null
      ? `На паузе по вашей просьбе с ${since}, пока не списываем. Вернуть поможет поддержка: ${support}`
      : `На паузе по вашей просьбе до ${dayText(returnsOn, today)}, пока не списываем. Вернуть раньше поможет поддержка: ${support}`,
  closed: (since) => `Услуга закрыта с ${since}, списаний нет`,
  debt: (since, { debt }) =>
    `Отключили за долг ${since}, новых списаний нет. Заплатите ${rubles(debt)}, и включим сразу`,
  login_locked: (since, { support }) =>
    `Вход закрыт с ${since}: несколько раз подряд пришёл неверный пароль. ${FEE_RUNS}. Откроет поддержка: ${support}`,
  session_stuck: (since, { support }) =>
    `Не подключается с ${since}: завис прошлый сеанс. ${FEE_RUNS}. Завершит его поддержка: ${support}`,
  binding_stale: (since, { support }) =>
    `Не подключается с ${since}: сеть не узнаёт ваше устройство. ${FEE_RUNS}. Привяжет новое поддержка: ${support}`,
  schedule: (since, { support }) =>
    `Закрыто графиком доступа с ${since}. ${FEE_RUNS}. Изменить часы поможет поддержка: ${support}`,
  abuse: (since, { support }) =>
    `Закрыли с ${since}: с вашего адреса шла вредная рассылка. ${FEE_RUNS}. Проверьте устройства и позвоните в поддержку: ${support}`,
  operator: (since, { support }) =>
    `Закрыли по решению провайдера с ${since}, пока не списываем. Причину и срок скажет поддержка: ${support}`,
  repair: (since, { support }) =>
    `Не работает с ${since}: идёт ремонт. ${FEE_RUNS}, за простой вернём деньги сами. Срок скажет поддержка: ${support}`,
};

/** Situations in which the hour matters, not the day alone. */
const BY_THE_HOUR: ReadonlySet<Situation> = new Set<Situation>([
  'debt',
  'login_locked',
  'session_stuck',
  'binding_stale',
  'schedule',
  'abuse',
  'repair',
]);

/** The state of a service in Russian. */
export function stateText(facts: StateFacts): string {
  const moment = momentText(facts.since, facts.today, facts.zone);
  const since = BY_THE_HOUR.has(facts.situation) ? moment : moment.slice(0, moment.lastIndexOf(','));
  return held(sentences[facts.situation](since, facts));
}

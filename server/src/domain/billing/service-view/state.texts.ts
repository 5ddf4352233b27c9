import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import {
  dayText,
  keepTogether,
  momentText,
  payText,
  phoneText,
  withoutStop,
} from '#server/domain/shared/text.rules.ts';
import type { Situation } from '#server/domain/services/service/situation.rules.ts';

export interface StateFacts {
  readonly situation: Situation;
  readonly since: Instant;
  readonly returnsOn: Day | null;
  /** Whether an active suspension may end early; null if there is none: then the support ends a pause. */
  readonly returnsEarly: boolean | null;
  /** Why the provider has closed it; null if he has not said it. */
  readonly because: string | null;
  /** The payment that restores a service switched off for debt. */
  readonly debt: Kopecks;
  readonly today: Day;
  /** IANA name of the provider's zone. */
  readonly zone: string;
  /** The provider's phone. */
  readonly support: string;
}

type Sentence = (facts: StateFacts) => string;

const hour = ({ since, today, zone }: StateFacts) => momentText(since, today, zone);
const day = (facts: StateFacts) => hour(facts).split(',')[0] ?? '';

const support = (facts: StateFacts) => phoneText(facts.support);

const FEE_RUNS = 'Списания идут';

/** Days of a suspension may have their own price, shown on its card; the fee does not run. */
function pausedText(facts: StateFacts): string {
  const { returnsOn, returnsEarly, today } = facts;
  if (returnsOn === null)
    return `На паузе по вашей просьбе с ${day(facts)}, пока не списываем. Вернуть поможет поддержка: ${support(facts)}`;
  const until = `На паузе по вашей просьбе до ${dayText(returnsOn, today)}`;
  if (returnsEarly === null) return `${until}, пока не списываем. Вернуть раньше поможет поддержка: ${support(facts)}`;
  const way = returnsEarly ? 'Возобновить можно раньше' : 'В этот день услуга заработает сама';
  return `${until}, абонентскую плату не списываем. ${way}`;
}

/** Of a service or number that the provider has closed. `since`: «с 20 ноября». */
export function closedWords(because: string | null, since?: string): string {
  if (because === null) return 'Причину и срок скажет поддержка';
  const closed = ['Отключено провайдером', since].filter(Boolean).join(' ');
  return `${closed}: ${withoutStop(because)}. Пока не списываем. Вопросы — в поддержку`;
}

function closedByUsText(facts: StateFacts): string {
  const { because } = facts;
  const since = `с ${day(facts)}`;
  const told = because === null ? `Закрыли по решению провайдера ${since}, пока не списываем. ` : '';
  return `${told}${closedWords(because, since)}: ${support(facts)}`;
}

/** What happened and since when, whether the fee runs (as in `feeIn`), and the way out: a payment, or the support. */
const sentences: Record<Situation, Sentence> = {
  connecting: (facts) => `Подключаем с ${day(facts)}. Платить начнёте, когда заработает`,
  active: () => 'Работает',
  paused: pausedText,
  closed: (facts) => `Услуга закрыта с ${day(facts)}, списаний нет`,
  debt: (facts) =>
    `Отключили за долг ${hour(facts)}, новых списаний нет. Заплатите ${payText(facts.debt)}, и включим сразу`,
  login_locked: (facts) =>
    `Вход закрыт с ${hour(facts)}: несколько раз подряд пришёл неверный пароль. ${FEE_RUNS}. Разблокируйте здесь`,
  session_stuck: (facts) => `Не подключается с ${hour(facts)}: завис прошлый сеанс. ${FEE_RUNS}. Разблокируйте здесь`,
  binding_stale: (facts) =>
    `Не подключается с ${hour(facts)}: сеть не узнаёт ваше устройство. ${FEE_RUNS}. Разблокируйте здесь`,
  schedule: (facts) =>
    `Закрыто графиком доступа с ${hour(facts)}. ${FEE_RUNS}. Измените часы или поставьте график на паузу здесь`,
  abuse: (facts) =>
    `Закрыли с ${hour(facts)}: с вашего адреса шла вредная рассылка. ${FEE_RUNS}. Проверьте устройства и позвоните в поддержку: ${support(facts)}`,
  operator: closedByUsText,
  repair: (facts) =>
    `Не работает с ${hour(facts)}: идёт ремонт. ${FEE_RUNS}, за простой вернём деньги сами. Срок скажет поддержка: ${support(facts)}`,
};

/** The state of a service in Russian. */
export const stateText = (facts: StateFacts): string => keepTogether(sentences[facts.situation](facts));

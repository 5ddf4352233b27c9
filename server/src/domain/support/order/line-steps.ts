import type { Instant } from '@kabinet/contract/kernel/day';
import type { LineFact } from '#server/domain/services/radius/facts.rules.ts';
import { wrong, type CheckStep } from './steps.ts';

/** The client knows his router by its last two digits; the whole address is not told. */
const tail = (mac: string | null): string => (mac === null ? '' : ` …:${mac.slice(-2).toUpperCase()}`);

interface Told {
  /** «18:20». */
  readonly at: (moment: Instant) => string;
  /** The page of the service. */
  readonly page: string;
  readonly lastSeen: Instant | null;
}

type Kind = LineFact['kind'];
type Of<K extends Kind> = Extract<LineFact, { kind: K }>;

const STEPS: { readonly [K in Kind]: (fact: Of<K>, told: Told) => CheckStep } = {
  nas_silent: ({ since }, { at }) =>
    wrong('line', 'nas_silent', 'Сбой на нашем узле', {
      value: `с ${at(since)}`,
      detail: 'Связь пропала сразу у многих',
    }),
  wrong_password: ({ since, mac }, { at, page }) =>
    wrong('line', 'wrong_password', `Роутеру${tail(mac)} не подходит пароль`, {
      value: `с ${at(since)}`,
      detail: 'Впишите верный пароль в роутер или задайте новый',
      cure: { text: 'Логин и пароль', to: page },
    }),
  other_device: ({ since, mac }, { at, page }) =>
    wrong('line', 'binding_stale', `Подключено новое устройство${tail(mac)}`, {
      value: `с ${at(since)}`,
      detail: 'Пароль верный, но вход открыт другому устройству',
      cure: { text: 'Разблокировать', to: page },
    }),
  second_device: ({ since, mac, on }, { at, page }) =>
    wrong('line', 'second_device', `Уже в сети другое устройство${tail(on)}`, {
      value: `с ${at(since)}`,
      detail: `Устройство${tail(mac)} ждёт, пока оно выйдет`,
      cure: { text: 'Завершить тот сеанс', to: page },
    }),
  session_stuck: ({ since }, { at, page }) =>
    wrong('line', 'session_stuck', 'Сеанс завис', {
      value: since === null ? null : `молчит с ${at(since)}`,
      detail: 'Роутер давно не отзывается, а сеанс открыт',
      cure: { text: 'Разблокировать', to: page },
    }),
  silent: (_, { at, lastSeen }) =>
    wrong('line', 'line', 'Роутер не обращается к сети', {
      value: lastSeen === null ? 'ни разу не входил' : `с ${at(lastSeen)}`,
      detail: 'Мы не слышим его совсем. Проверьте, что он включён, а кабель провайдера вставлен до щелчка',
    }),
};

/** What the network has told of a line, as a step of the check. */
export const factStep = <K extends Kind>(fact: Of<K> & { kind: K }, told: Told): CheckStep =>
  STEPS[fact.kind](fact, told);

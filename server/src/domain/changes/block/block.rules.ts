import type { Situation } from '#server/domain/services/service/situation.rules.ts';

/** Why the provider cannot close a service; null if he can. A debt or a lock gives way to his decision. */
export function whyNotBlocked(situation: Situation): string | null {
  return NOT_IN[situation] ?? null;
}

const NOT_IN: Partial<Record<Situation, string>> = {
  connecting: 'Услугу ещё подключаем: закрывать нечего',
  paused: 'Услуга на паузе и не работает. Закрыть её можно, когда пауза закончится',
  closed: 'Услуга закрыта насовсем',
  operator: 'Провайдер уже закрыл эту услугу',
  abuse: 'Услуга уже закрыта из-за вредной рассылки',
  repair: 'Идёт ремонт: услуга и так не работает',
};

/** Whether the provider has closed a service, so that he can open it. */
export const isClosedByUs = (situation: Situation): boolean => situation === 'operator' || situation === 'abuse';

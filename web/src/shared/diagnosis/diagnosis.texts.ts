import type { CheckCause, Diagnosis, CheckedService } from './diagnosis-data.ts';

type Kind = CheckedService['kind'];

/** The names of the steps of a check by kind, in order; shown until the answers come. */
export const steps: Record<Kind, readonly string[]> = {
  internet: ['Долг', 'Аварии и\u00a0работы', 'Вход, пауза, график', 'Роутер на\u00a0связи', 'Скорость'],
  tv: ['Долг', 'Аварии и\u00a0работы', 'Пауза'],
  sip: ['Долг', 'Аварии и\u00a0работы', 'Пауза', 'Телефон на\u00a0связи', 'Лимит на\u00a0звонки'],
  mail: ['Долг', 'Аварии и\u00a0работы', 'Пауза', 'Место в\u00a0ящике'],
  telephone: ['Долг', 'Аварии и\u00a0работы', 'Номер'],
};

/** Causes that the client can remove in this sheet. The check stops at them, and its later steps follow by themselves. */
const CURED_HERE: ReadonlySet<CheckCause> = new Set([
  'login_locked',
  'session_stuck',
  'binding_stale',
  'second_device',
  'wrong_password',
  'schedule',
  'paused',
  'applying',
]);

/** The names of the steps that follow once the cause is removed. */
export function stepsAfter({ checks, finding, service }: Diagnosis): readonly string[] {
  if (service === null || !CURED_HERE.has(finding.cause)) return [];
  const names = steps[service.kind];
  const made = checks.filter(({ what }) => what !== 'applied').length;
  return names.slice(made);
}

const TRIALS: Partial<Record<Kind, readonly string[]>> = {
  internet: [
    'Кабель провайдера вынут из роутера и вставлен до щелчка',
    'Роутер выключен на минуту и включён снова',
    'Проверено на другом устройстве или по кабелю',
  ],
  tv: ['Приставка выключена на минуту и включена снова', 'Кабель приставки и телевизора проверен'],
  sip: ['Телефон выключен на минуту и включён снова', 'Интернет проверен: работает'],
};

/** What is worth trying before an order about this kind of service. */
export const trialsOf = (kind: Kind | null): readonly string[] => (kind === null ? [] : (TRIALS[kind] ?? []));

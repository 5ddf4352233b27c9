import { withoutStop } from '@kabinet/contract/kernel/russian';
import { rubles } from '#web/lib/text/format.ts';
import type { Chain, ContractCard } from './card-data.ts';

type Cause = Chain['finding']['cause'];

/** What a clerk says on the telephone; the words of the subscriber's own check send him to the clerk. Causes that are not here are told alike. */
const SAID: Partial<Record<Cause, string>> = {
  incident: 'У вас авария, мастера уже чинят',
  paused: 'Услуга на паузе, так вы просили. Вернуть её можно в кабинете',
  closed: 'Услуга закрыта. Чтобы открыть её снова, оформим заявку',
  login_locked:
    'Роутер несколько раз прислал неверный пароль, и вход закрылся. Сейчас открою. Проверьте пароль в роутере',
  session_stuck: 'Завис прошлый сеанс. Сейчас сниму его, и роутер войдёт сам за 1–2 минуты',
  binding_stale: 'Вход открыт другому роутеру. Сейчас привяжу тот, что подключён, и через 1–2 минуты он войдёт',
  wrong_password: 'Роутер присылает неверный пароль. Впишите в него верный или задайте новый в кабинете',
  second_device: 'В сети уже другое ваше устройство, а больше сразу нельзя. Сейчас завершу тот сеанс',
  nas_silent: 'Сбой на нашем узле, связь пропала у многих. Мастера уже знают, роутер не трогайте',
  schedule: 'Интернет закрыт по графику, который задан в кабинете. Там же его можно открыть ненадолго',
  abuse: 'С вашего адреса шла вредная рассылка, поэтому интернет закрыт. Проверьте устройства антивирусом',
  repair: 'Идёт ремонт. За простой вернём деньги сами',
};

/** The sentence to say about what the check has found; undefined if nobody wrote why the provider has closed it. */
export function sayText({ chain, accounts }: ContractCard): string | undefined {
  const { finding, service } = chain;
  if (finding.cause === 'operator') return closedText(service?.closed_because ?? null);
  if (finding.cause === 'debt') return debtText(accounts, service?.user_id == null ? 't' : 'i');
  return SAID[finding.cause] ?? finding.lead;
}

/** What the subscriber reads sends him to the support, to whom he is talking. */
const closedText = (because: string | null): string | undefined =>
  because === null ? undefined : `Мы отключили услугу: ${withoutStop(because)}. Пока не списываем`;

function debtText(accounts: ContractCard['accounts'], kind: 'i' | 't'): string {
  const missing = accounts.find((account) => account.kind === kind && account.blocked)?.missing;
  return missing === undefined
    ? 'Услуга отключена за долг. Заплатите, и включим сразу: обычно через 1–2 минуты'
    : `Не хватает ${rubles(missing)}. Заплатите, и включим сразу: обычно через 1–2 минуты`;
}

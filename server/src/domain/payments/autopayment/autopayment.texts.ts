import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { dayText, keepTogether, plural, rubles } from '#server/domain/shared/text.rules.ts';
import type { AutopaymentRule } from './autopayment.rules.ts';

type Kind = keyof typeof ACCOUNT_NAMES;

const words = (title: string, ...paragraphs: readonly string[]): MessageText =>
  message(keepTogether(title), ...paragraphs);

const DAYS = ['день', 'дня', 'дней'] as const;

/** «Когда денег на счёте «Интернет» останется меньше чем на 3 дня или на нём будет долг, спишем недостающее, не больше 1 500 ₽ в месяц.» */
export const ruleSentence = (kind: Kind, { days, ceiling }: AutopaymentRule): string =>
  keepTogether(
    `Когда денег на счёте «${ACCOUNT_NAMES[kind]}» останется меньше чем на ${plural(days, DAYS)} ` +
      `или на нём будет долг, спишем недостающее, не больше ${rubles(ceiling)} в месяц.`,
  );

/** Change it with every change of the text below: a client agrees to exactly one text. */
export const CONSENT_VERSION = '2026-11-22';

/** The exact text that the client agrees to. */
export const consentText = (about: {
  provider: string;
  contractNo: string;
  kind: Kind;
  rule: AutopaymentRule;
}): string =>
  keepTogether(
    `Я разрешаю компании «${about.provider}» списывать деньги с моего счёта в банке через СБП без подтверждения каждого ` +
      `платежа и зачислять их на счёт «${ACCOUNT_NAMES[about.kind]}» по договору ${about.contractNo}. ` +
      `${ruleSentence(about.kind, about.rule)} О каждом списании кабинет предупредит не позже чем за сутки. ` +
      'Отключить автоплатёж можно в любой момент: в кабинете или в приложении банка.',
  );

export const connectedMessage = ({
  kind,
  rule,
}: {
  readonly kind: Kind;
  readonly rule: AutopaymentRule;
}): MessageText =>
  words('Автоплатёж подключён', ruleSentence(kind, rule), 'Перед каждым списанием предупредим за сутки.');

interface Missing {
  readonly kind: Kind;
  readonly dueDay: Day;
  readonly today: Day;
  /** Whether the account is already in debt. */
  readonly isDebt: boolean;
}

export type ChargeAnnouncement = Missing & { readonly amount: Kopecks; readonly day: Day };

export const announcedReason = (about: ChargeAnnouncement): string =>
  about.isDebt
    ? `На счёте «${ACCOUNT_NAMES[about.kind]}» долг. Автоплатёж спишет его через СБП, и услуги будут работать.`
    : `Деньги на счёте «${ACCOUNT_NAMES[about.kind]}» заканчиваются ${dayText(about.dueDay, about.today)}. ` +
      'Автоплатёж спишет недостающее через СБП.';

export const noticeMessage = (about: ChargeAnnouncement): MessageText =>
  words(
    `${dayText(about.day, about.today)} спишем ${rubles(about.amount)} по автоплатежу`,
    announcedReason(about),
    'Не нужно? На странице «Оплата» можно пропустить это списание или отключить автоплатёж.',
  );

export type ChargeBeyondCeiling = Missing & { readonly needed: Kopecks; readonly left: Kopecks };

export const beyondMessage = (about: ChargeBeyondCeiling): MessageText =>
  words('Автоплатёж не спишет деньги', beyondText(about));

/** Why the ceiling prevents a charge, and what to do. */
export const beyondText = (about: ChargeBeyondCeiling): string =>
  keepTogether(
    `${lackText(about)}, а по вашему правилу в этом месяце можно списать не больше ${rubles(about.left)}. ` +
      'Заплатите сами или поднимите предел.',
  );

const lackText = ({ kind, needed, dueDay, today, isDebt }: ChargeBeyondCeiling): string =>
  isDebt
    ? `Чтобы погасить долг на счёте «${ACCOUNT_NAMES[kind]}», нужно ${rubles(needed)}`
    : `К ${dayText(dueDay, today)} на счёте «${ACCOUNT_NAMES[kind]}» не хватит ${rubles(needed)}`;

export interface FailedCharge {
  readonly kind: Kind;
  readonly amount: Kopecks;
  /** The reason as the bank or the portal gave it. */
  readonly reason: string;
}

export const failedMessage = (about: FailedCharge): MessageText =>
  words(
    'Автоплатёж не прошёл',
    `Банк трижды не списал ${rubles(about.amount)} на счёт «${ACCOUNT_NAMES[about.kind]}». ${chargeRefusalText(about.reason)}`,
    'Больше в этом месяце пробовать не будем. Заплатите сами, чтобы услуги не отключились.',
  );

export interface RetriedCharge {
  readonly amount: Kopecks;
  readonly reason: string;
  readonly day: Day;
  readonly today: Day;
}

export const retryMessage = (about: RetriedCharge): MessageText =>
  words(
    'Автоплатёж пока не прошёл',
    `Банк не списал ${rubles(about.amount)}. ${chargeRefusalText(about.reason)}`,
    `Попробуем ещё раз ${dayText(about.day, about.today)}.`,
  );

export type SilentCharge = Pick<FailedCharge, 'kind' | 'amount'>;

export const silentMessage = (about: SilentCharge): MessageText =>
  words(
    'Банк не ответил про автоплатёж',
    `Мы попросили ${rubles(about.amount)} на счёт «${ACCOUNT_NAMES[about.kind]}», ответа нет третий день. ` +
      'Если деньги спишут, они придут на счёт. Повторно просить не будем.',
  );

export const unsubscribedMessage = ({ kind }: { readonly kind: Kind }): MessageText =>
  words(
    'Автоплатёж отключён в банке',
    `Банк больше не разрешает списания на счёт «${ACCOUNT_NAMES[kind]}». ` +
      'Если это были не вы, позвоните в банк. Подключить заново можно на странице «Оплата».',
  );

/** Why a bank refused, in a sentence that helps the client to act. */
export function chargeRefusalText(reason: string | null): string {
  const known: Record<string, string> = {
    insufficient_funds: 'На счёте в банке не хватило денег.',
    limit: 'Сумма больше лимита, который стоит в банке.',
    unsubscribed: 'Счёт в банке отвязан.',
    silent: 'Банк не ответил.',
    not_sent: 'Банк был недоступен, деньги не списаны.',
    off: 'Автоплатёж отключили раньше, деньги не списаны.',
    other: 'Банк отклонил списание.',
  };
  return known[reason ?? 'other'] ?? 'Банк отклонил списание.';
}

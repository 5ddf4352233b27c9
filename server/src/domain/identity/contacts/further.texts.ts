import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import type { ContactRole } from '#server/domain/messaging/roles.rules.ts';
import { maskedAddress, type ContactAddress } from './address.rules.ts';

export interface FurtherChange extends ContactAddress {
  readonly what: 'added' | 'changed' | 'removed';
  readonly role: ContactRole;
  /** Whose it is; empty if the client has not said. */
  readonly name: string;
}

const NOUNS = { phone: 'Телефон', email: 'Почта' } as const;
const DONE = {
  phone: { added: 'добавлен', changed: 'теперь с другой ролью', removed: 'удалён' },
  email: { added: 'добавлена', changed: 'теперь с другой ролью', removed: 'удалена' },
} as const;
const WHO = { owner: 'владелец', payer: 'плательщик', technical: 'технический контакт' } as const;
const GETS = {
  owner: 'Сюда приходят все уведомления, отсюда можно войти в кабинет, а через сутки — и восстановить пароль',
  payer: 'Сюда приходят уведомления о деньгах',
  technical: 'Сюда приходят уведомления об услугах и заявках',
} as const;

const titleOf = ({ kind, what }: FurtherChange): string => `${NOUNS[kind]} ${DONE[kind][what]}`;

function bodyOf(change: FurtherChange): string {
  const who = [WHO[change.role], change.name].filter(Boolean).join(', ');
  const rest = change.what === 'removed' ? 'Больше сюда ничего не приходит' : GETS[change.role];
  return `${maskedAddress(change)}: ${who}. ${rest}.`;
}

const ADVICE = 'Если это сделали не вы, смените пароль кабинета и позвоните в поддержку.';

export const furtherMessage = (change: FurtherChange): MessageText => message(titleOf(change), bodyOf(change), ADVICE);

export const furtherText = (change: FurtherChange): string =>
  `${titleOf(change)}: ${maskedAddress(change)}, ${WHO[change.role]}. Не вы? Смените пароль`;

/** What the contact itself is told; it may belong to somebody other than the client. */
export interface ToldFurther extends FurtherChange {
  /** By which people know the contract. */
  readonly contractNo: string;
}

const toldText = ({ what, role, contractNo }: ToldFurther): string =>
  what === 'removed'
    ? `Уведомления по договору ${contractNo} сюда больше не приходят.`
    : `Договор ${contractNo}: теперь вы ${WHO[role]}. ${GETS[role]}.`;

export const toldSms = toldText;
export const toldLetter = (told: ToldFurther): { subject: string; text: string } => ({
  subject: `Уведомления по договору ${told.contractNo}`,
  text: `${toldText(told)}\n`,
});

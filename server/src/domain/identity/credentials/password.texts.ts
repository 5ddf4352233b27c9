import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';

/** Who has changed the password: the subscriber in the portal, by a code, or the operator. */
export interface PasswordChange {
  readonly by: 'subscriber' | 'code' | 'operator';
}

const TITLE = 'Пароль кабинета сменили';
const TEXTS = {
  subscriber: 'Новый пароль действует с этой минуты, на других устройствах кабинет закрыт.',
  code: 'Пароль сменили по коду из СМС или письма. Кабинет закрыт на всех других устройствах.',
  operator:
    'Поддержка выдала одноразовый пароль, кабинет закрыт на всех устройствах. При входе попросим придумать новый.',
} as const;
const ADVICE = 'Если вы об этом не просили, сразу позвоните в поддержку.';

export const passwordMessage = ({ by }: PasswordChange): MessageText => message(TITLE, TEXTS[by], ADVICE);

export const passwordText = (): string => `${TITLE}. ${ADVICE}`;

export const passwordLetter = ({ by }: PasswordChange): { subject: string; text: string } => ({
  subject: `Личный кабинет: ${TITLE.toLowerCase()}`,
  text: `${TEXTS[by]}\n\n${ADVICE}\n`,
});

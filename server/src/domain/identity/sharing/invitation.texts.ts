import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { ROLE_MEANS, ROLE_OF, type ShareRole } from '@kabinet/contract/kernel/sharing';

export interface InvitationText {
  /** Whose contract it is: «Иванов И.». */
  readonly name: string;
  readonly role: ShareRole;
  readonly url: string;
  /** Until when the link opens: «27 ноября, 14:05». */
  readonly until: string;
  /** The day at whose beginning the access ends: «27 декабря»; null: it has no term. */
  readonly endsOn: string | null;
}

const termText = (endsOn: string | null): string => (endsOn === null ? '' : ` Доступ закроется ${endsOn} в 00:00.`);

export const invitationSms = ({ name, role, url, until, endsOn }: InvitationText): string =>
  `${name} открывает вам свой договор: ${ROLE_OF[role]}.${termText(endsOn)} Свой договор для этого не нужен. Войти до ${until}: ${url}`;

export const invitationLetter = ({
  name,
  role,
  url,
  until,
  endsOn,
}: InvitationText): { subject: string; text: string } => ({
  subject: `${name} открывает вам свой договор`,
  text: `${name} открывает вам свой договор: ${ROLE_OF[role]}. Можно ${ROLE_MEANS[role].may}.${termText(endsOn)} Отвечать за чужой договор не придётся, отказаться можно в любой день.

Чтобы войти, откройте ссылку: ${url}
Она действует до ${until}.

Если вы не знаете, кто это, просто удалите письмо: без вашего согласия ничего не произойдёт.
`,
});

/** Why an invitation is not sent right now. */
export const notNowText = (seconds: number): string =>
  seconds <= 60
    ? `Приглашение уже отправлено. Ещё раз можно через ${seconds} с`
    : 'На этот контакт сегодня отправили слишком много сообщений. Повторите завтра';

export const invitationDeclinedMessage = ({ name }: { readonly name: string }): MessageText =>
  message(
    'Приглашение отклонили',
    `Тот, кого вы пригласили как «${name}», отказался. Ваш договор ему не открыт.`,
    'Пригласить снова можно в настройках.',
  );

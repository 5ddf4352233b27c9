import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';

export interface ReusedSecret {
  /** The text of `describeBrowser`, safe in HTML. */
  readonly browser: string;
  readonly network: string;
}

const TITLE = 'Мы завершили один из сеансов';

const whatText = ({ browser, network }: ReusedSecret): string =>
  `Ключ сеанса «${browser}» (сеть ${network}) предъявили второй раз: возможно, его скопировали. Мы завершили этот сеанс, войдите заново.`;

const ADVICE = 'Если вы не узнаёте этот сеанс, смените пароль и завершите остальные сеансы в настройках.';

/** Sent when a copy of a session's secret was used. */
export const reusedMessage = (session: ReusedSecret): MessageText => ({
  title: TITLE,
  body: `<p>${whatText(session)}</p><p>${ADVICE}</p>`,
});

export const reusedLetter = (session: ReusedSecret): { subject: string; text: string } => ({
  subject: `Личный кабинет: ${TITLE.toLowerCase()}`,
  text: `${whatText(session)}\n\n${ADVICE}\n`,
});

export interface NewDevice {
  readonly browser: string;
  readonly network: string;
  /** «20 ноября 2026, 14:05» */
  readonly when: string;
}

const ENTERED = 'В кабинет вошли с нового устройства';

const whereText = ({ browser, network, when }: NewDevice): string => `${browser}, сеть ${network}, ${when}.`;

const NOT_I =
  'Если это не вы, откройте в настройках «Безопасность»: там можно закрыть кабинет на этом устройстве и сменить пароль.';

export const enteredMessage = (entry: NewDevice): MessageText =>
  message(ENTERED, whereText(entry), 'Если это вы, ничего делать не нужно.', NOT_I);

export const enteredText = (entry: NewDevice): string =>
  `${ENTERED}: ${whereText(entry)} Это не вы? Смените пароль в настройках кабинета.`;

export const enteredLetter = (entry: NewDevice): { subject: string; text: string } => ({
  subject: `Личный кабинет: ${ENTERED[0]?.toLowerCase() ?? ''}${ENTERED.slice(1)}`,
  text: `${whereText(entry)}\n\nЕсли это вы, ничего делать не нужно. ${NOT_I}\n`,
});

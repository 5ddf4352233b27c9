import type { MessageText } from '#domain/messaging/message.texts.ts';

export interface Reused {
  /** The text of `describeBrowser`, safe in HTML. */
  readonly browser: string;
  readonly network: string;
}

const TITLE = 'Мы завершили один из сеансов';

const whatText = ({ browser, network }: Reused): string =>
  `Ключ сеанса «${browser}» (сеть ${network}) предъявили второй раз: возможно, его скопировали. Мы завершили этот сеанс, войдите заново.`;

const ADVICE = 'Если вы не узнаёте этот сеанс, смените пароль и завершите остальные сеансы в настройках.';

/** Sent when a copy of a session's secret was used. */
export const reusedMessage = (session: Reused): MessageText => ({
  title: TITLE,
  body: `<p>${whatText(session)}</p><p>${ADVICE}</p>`,
});

export const reusedLetter = (session: Reused): { subject: string; text: string } => ({
  subject: `Личный кабинет: ${TITLE.toLowerCase()}`,
  text: `${whatText(session)}\n\n${ADVICE}\n`,
});

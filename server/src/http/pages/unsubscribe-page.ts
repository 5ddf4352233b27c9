import { maskedEmail } from '#server/domain/identity/contacts/address.rules.ts';
import type { LeftLetters } from '#server/domain/messaging/unsubscribe.ts';
import { KINDS } from '#server/handlers/messaging/notice/kinds.texts.ts';
import { documentFrame } from './document-page.ts';

const titleOf = (category: LeftLetters['category']): string =>
  KINDS.find(({ kind }) => kind === category)?.title ?? 'Новости и скидки';

/** What will happen: news stop in all channels, other kinds only by letter. */
const consequence = ({ category, address }: LeftLetters): string =>
  category === 'news'
    ? 'Новостей больше не&nbsp;будет ни&nbsp;в&nbsp;письмах, ни&nbsp;в&nbsp;кабинете, ни&nbsp;в&nbsp;сообщениях.'
    : `На&nbsp;адрес ${maskedEmail(address)} они приходить перестанут. Кабинет покажет эти сообщения по-прежнему.`;

const done = ({ category, address }: LeftLetters): string =>
  category === 'news'
    ? 'Новости выключены: и&nbsp;в&nbsp;письмах, и&nbsp;в&nbsp;кабинете, и&nbsp;в&nbsp;сообщениях.'
    : `Письма «${titleOf(category)}» на&nbsp;адрес ${maskedEmail(address)} выключены.`;

const SETTINGS = '<p><a href="/lk/settings/notices">Все настройки уведомлений</a></p>';

/** The page that asks for a confirmation: mail scanners open every link, so opening it must change nothing. */
export const unsubscribeQuestionPage = (letters: LeftLetters, token: string): string =>
  documentFrame(
    'Не присылать такие письма',
    `<h1>Не присылать письма «${titleOf(letters.category)}»?</h1>
<p>${consequence(letters)}</p>
<form method="post" action="/lk/unsubscribe?t=${token}"><button>Не присылать</button></form>
${SETTINGS}`,
  );

export const donePage = (letters: LeftLetters): string =>
  documentFrame(
    'Больше не пришлём',
    `<h1>Больше не пришлём</h1>
<p role="status">${done(letters)} Письма о&nbsp;входе и&nbsp;паролях приходят всегда.</p>
<p>Вернуть их можно в&nbsp;настройках кабинета.</p>
${SETTINGS}`,
  );

export const deadPage = (): string =>
  documentFrame(
    'Ссылка не действует',
    `<h1>Ссылка больше не&nbsp;действует</h1>
<p>Этого адреса уже нет в&nbsp;договоре, и&nbsp;письма на&nbsp;него не&nbsp;приходят. Или ссылка скопирована не&nbsp;целиком: откройте её прямо из&nbsp;письма.</p>
${SETTINGS}`,
  );

import { dayIn } from '@kabinet/contract/kernel/day';
import { momentText, phoneText } from '#server/domain/shared/text.rules.ts';
import type { MessengerName } from '#server/integrations/messenger/port.ts';
import type { InboxMessage } from '#server/integrations/inbox/port.ts';
import { BACK, frameOf } from './bank-page.ts';
import { escapedMarkup } from '#server/domain/shared/escaped-markup.rules.ts';

const CHANNELS = { mail: 'Письмо', sms: 'СМС', telegram: 'Telegram', max: 'MAX' } as const;

interface Shown {
  readonly zone: string;
  readonly now: Date;
}

const frame = frameOf(
  'Учебная почта',
  '<strong>Отсюда ничего не уходит.</strong> Здесь письма, СМС и&nbsp;сообщения, которые кабинет отправил&nbsp;бы.',
);

/** A page with the messages that the demo has sent, newest first. */
export const inboxPage = (messages: readonly InboxMessage[], shown: Shown): string =>
  frame(
    'Отправленное',
    messages.length === 0
      ? `<section class="card"><h1>Пока ничего</h1><p class="hint">Подтвердите телефон или почту в&nbsp;настройках: сюда придёт код.</p>${BACK}</section>`
      : `<h1>Отправленное</h1>${messages.map((message) => cardOf(message, shown)).join('\n')}`,
  );

function cardOf(message: InboxMessage, { zone, now }: Shown): string {
  const { channel, recipient, subject, text, link, attachments, message_id: id } = message;
  const to = channel === 'sms' ? phoneText(recipient) : recipient;
  const files = attachments.map(
    ({ name }, index) => `<p><a href="/sandbox/inbox/${id}/${index}" download>${escapedMarkup(name)}</a></p>`,
  );
  return `<section class="card">
<h2>${escapedMarkup(subject ?? CHANNELS[channel])}</h2>
<p class="hint">${CHANNELS[channel]}, ${escapedMarkup(to)}, ${momentText(message.sent_at, dayIn(zone, now), zone)}</p>
<p>${linked(escapedMarkup(text)).replaceAll('\n', '<br>')}</p>
${link === null ? '' : `<p>${linked(escapedMarkup(link))}</p>`}${files.join('')}
</section>`;
}

const linked = (text: string): string => text.replace(/https?:\/\/[^\s<]+[^\s<.,]/g, '<a href="$&">$&</a>');

/** The chat of the demo's bot, before it is started. */
export const botPage = (name: MessengerName): string =>
  frame(
    CHANNELS[name],
    `<section class="card"><h1>${CHANNELS[name]}, чат с&nbsp;ботом</h1>
<p class="hint">Кнопка делает то&nbsp;же, что «Старт» в&nbsp;настоящем чате. Потом вернитесь в&nbsp;кабинет.</p>
<form method="post"><button class="main">Старт</button></form></section>`,
  );

export const botStartedPage = (name: MessengerName): string =>
  frame(
    CHANNELS[name],
    `<section class="card"><h1>Бот запущен</h1><p class="result paid" role="status">Вернитесь в&nbsp;кабинет и&nbsp;подтвердите чат</p>
<p><a href="/lk/settings/${name}">К настройкам</a></p></section>`,
  );

import { randomUUID } from 'node:crypto';
import { dayIn } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import { messageChannels, type Delivery, type MessageContent } from './channels.ts';
import { sendChatMessageEffect } from './effects.ts';
import { withoutNews } from './choices.queries.ts';
import { listenerOf } from './hear.ts';
import {
  addressesOf,
  countTextMessages,
  hideMatter,
  insertMessages,
  hideEarlierMessages,
  type MessageAddress,
  type NewMessage,
} from './message.queries.ts';
import { message, paragraphsOf, type MessageText } from './message.texts.ts';
import type { Category, ChannelTexts, Notice } from './notice.ts';
import { ownTextOf } from './own-text.queries.ts';
import { fillLine, fillParagraphs, fillSms, type TextFields, type OwnText } from './own-text.rules.ts';
import { endOfQuiet } from './quiet-hours.rules.ts';
import { isFixed, type ContactRole } from './roles.rules.ts';

const DAY_MS = 86_400_000;

/** How the portal marks a message. */
const KINDS = {
  debt: 'money',
  price: 'money',
  charge: 'money',
  payment: 'money',
  autopayment: 'money',
  service: 'info',
  support: 'info',
  news: 'info',
  security: 'security',
} as const satisfies Record<Category, string>;

/** Besides the portal. */
const WAYS = messageChannels.map(({ name, contact }) => ({ channel: name, contact }));

interface NoticeData<Data> {
  readonly contractId: number;
  readonly data: Data;
}

/**
 * Sends a notice to a client in the caller's transaction: to the portal, and by each channel for which the client has a contact and
 * that he has not muted for this category. A second notice with the same key is not sent. Nothing else sends notices.
 */
export const notify = <Data>(
  tx: Tx,
  notice: Notice<Data>,
  contractId: number,
  data: NoInfer<Data>,
  at: At,
): Promise<void> => notifyAll(tx, notice, [{ contractId, data }], at);

/** Sends the same notice to many clients; one statement inserts all messages. */
export async function notifyAll<Data>(
  tx: Tx,
  notice: Notice<Data>,
  all: readonly NoticeData<NoInfer<Data>>[],
  at: At,
): Promise<void> {
  const list = notice.category === 'news' ? await thoseWhoWantNews(tx, all) : all;
  if (list.length === 0) return;
  const until = notice.shownDays === null ? null : new Date(at.now.getTime() + notice.shownDays * DAY_MS);
  // Sent together: a payment waits for each answer.
  const [own, addresses] = await Promise.all([
    ownTextOf(tx, notice.name),
    notice.isPortalOnly
      ? []
      : addressesOf(tx, contractsOf(list), { category: notice.category, ways: WAYS, now: at.now }),
  ]);
  const messages = list.map((told) => messageOf(notice, told, own));
  const made = await insertMessages(tx, messages, { kind: KINDS[notice.category], now: at.now, until });
  if (notice.topic) {
    await hideEarlierMessages(
      tx,
      made.map(({ message_id: id }) => id),
      at.now,
    );
  }
  const ids = new Map(made.map((one) => [idOf(one), one.message_id]));
  const isNew = new Set(ids.keys());
  // Of two entries with the same key only the first is sent.
  const fresh = list.filter((_, index) => {
    const message = messages[index];
    return message !== undefined && (message.notice_key === null || isNew.delete(idOf(message)));
  });
  if (notice.shownDays !== 0) tellListener(tx, notice, fresh, own);
  const madeFor = (told: NoticeData<Data>) => ids.get(idOf(keyedBy(notice, told)));
  if (!notice.isPortalOnly) await send(tx, { notice, own, madeFor, addresses }, fresh, at);
}

function tellListener<Data>(tx: Tx, notice: Notice<Data>, shown: readonly NoticeData<Data>[], own?: OwnText): void {
  const hear = listenerOf(tx);
  if (!hear) return;
  for (const { contractId, data } of shown) {
    const { title, body } = shownBy(notice, data, own);
    hear({ notice: notice.name, contractId, way: 'portal', title, text: paragraphsOf({ title, body }).join(' ') });
  }
}

/** Removes clients who want no news. */
async function thoseWhoWantNews<Data>(tx: Tx, all: readonly NoticeData<Data>[]): Promise<readonly NoticeData<Data>[]> {
  const unwilling = new Set(await withoutNews(tx, contractsOf(all)));
  return all.filter(({ contractId }) => !unwilling.has(contractId));
}

const contractsOf = (list: readonly Pick<NoticeData<never>, 'contractId'>[]): number[] =>
  list.map(({ contractId }) => contractId);

/** Hides the portal's messages about a matter (`Notice.topic`), because it is solved. */
export const settleMatter = (tx: Tx, contractId: number, topic: string, now: Date): Promise<number> =>
  hideMatter(tx, contractId, topic, now);

function messageOf<Data>(notice: Notice<Data>, { contractId, data }: NoticeData<Data>, own?: OwnText): NewMessage {
  const { title, body } = shownBy(notice, data, own);
  return { ...keyedBy(notice, { contractId, data }), title, body, topic: notice.topic?.(data) ?? null };
}

function keyedBy<Data>(notice: Notice<Data>, { contractId, data }: NoticeData<Data>) {
  const key = notice.key?.(data);
  return { contract_id: contractId, notice_key: key === undefined ? null : `${notice.name}:${key}` };
}

const idOf = ({ contract_id, notice_key }: Pick<NewMessage, 'contract_id' | 'notice_key'>): string =>
  `${contract_id} ${notice_key ?? ''}`;

interface Sending<Data> {
  readonly notice: Notice<Data>;
  readonly own: OwnText | undefined;
  /** The id of the portal's message. */
  readonly madeFor: (told: NoticeData<Data>) => number | undefined;
  readonly addresses: readonly MessageAddress[];
}

async function send<Data>(
  tx: Tx,
  { notice, own, madeFor, addresses }: Sending<Data>,
  list: readonly NoticeData<Data>[],
  at: At,
): Promise<void> {
  const byContract = Map.groupBy(addresses, ({ contract_id }) => contract_id);
  for (const told of list) {
    const ofMessage = madeFor(told);
    // A matter may be solved before the other channels send theirs.
    const said = { ...saidBy(notice, told.data, own), ofMessage, messageId: notice.topic && ofMessage };
    const to = byContract.get(told.contractId) ?? [];
    await Promise.all(to.map((address) => sendTo(tx, notice, said, address, at)));
  }
  if (!isFixed(notice.category)) await countPaid(tx, list, byContract, at);
}

async function sendTo(
  tx: Tx,
  { name: notice, isUrgent }: Pick<Notice<never>, 'name' | 'isUrgent'>,
  { messageId, ofMessage, ...said }: MessageContent & Pick<Delivery, 'messageId' | 'ofMessage'>,
  { contract_id: contractId, contract_no: no, address: to, channel, role, ...rest }: MessageAddress,
  { now, zone }: At,
): Promise<void> {
  const way = messageChannels.find(({ name }) => name === channel);
  if (way) listenerOf(tx)?.({ notice, contractId, way: way.name, title: said.mail.subject, text: said.sms });
  const mustWait = way?.isLoud === true && isUrgent !== true;
  const runAt = mustWait ? endOfQuiet(now, zone, rest) : undefined;
  const delivery = { to, runAt, whose: { contractId, furtherId: rest.further_contact_id }, messageId, ofMessage };
  await way?.send(tx, isOthers(role) ? ofContract(said, no) : said, delivery);
}

/** Counts text messages of the paid program; fixed categories are free. */
async function countPaid(
  tx: Tx,
  list: readonly Pick<NoticeData<never>, 'contractId'>[],
  byContract: ReadonlyMap<number, readonly MessageAddress[]>,
  { now, zone }: At,
): Promise<void> {
  const texts = (contractId: number) => byContract.get(contractId)?.filter(({ channel }) => channel === 'sms') ?? [];
  const counts = list
    .map(({ contractId }) => ({ contract_id: contractId, messages: texts(contractId).length }))
    .filter(({ messages }) => messages > 0);
  if (counts.length > 0) await countTextMessages(tx, counts, dayIn(zone, now).slice(0, 7));
}

const isOthers = (role: ContactRole | null): boolean => role === 'payer' || role === 'technical';

/** Adds the contract number, because a further contact may belong to somebody who hears of several contracts. */
const ofContract = (said: MessageContent, no: string): MessageContent => ({
  ...said,
  sms: `Договор ${no}. ${said.sms}`,
  mail: { ...said.mail, subject: `Договор ${no}: ${said.mail.subject}` },
});

/** Values of this notice for the operator's own texts. */
export function fieldsOf<Data>(notice: Notice<Data>, data: Data): TextFields {
  if (notice.fields) return notice.fields(data);
  const built = notice.portal(data);
  const paragraphs = paragraphsOf(built).map((paragraph, index) => [`абзац ${index + 1}`, paragraph]);
  return { заголовок: built.title, ...(Object.fromEntries(paragraphs) as TextFields) };
}

/** The portal's text: the operator's own where there is one, else the built-in one. */
function shownBy<Data>(notice: Notice<Data>, data: Data, own: OwnText = {}): MessageText {
  const built = notice.portal(data);
  if (own.title === undefined && own.text === undefined) return built;
  const fields = fieldsOf(notice, data);
  const title = own.title === undefined ? built.title : fillLine(own.title, fields);
  return message(title, ...(own.text === undefined ? paragraphsOf(built) : fillParagraphs(own.text, fields)));
}

/** The content for all channels. */
export function saidBy<Data>(notice: Notice<Data>, data: Data, own: OwnText = {}): MessageContent {
  const { title, body } = shownBy(notice, data, own);
  const paragraphs = paragraphsOf({ title, body });
  const letter = notice.mail?.(data) ?? { subject: title, text: `${paragraphs.join('\n\n')}\n` };
  return {
    sms: own.sms === undefined ? smsOf(notice, data, title, paragraphs[0]) : fillSms(own.sms, fieldsOf(notice, data)),
    mail: ownLetter(own, fieldsOf(notice, data), letter),
    chat: [title, ...paragraphs].join('\n\n'),
    link: notice.link?.(data) ?? '/',
    category: notice.category,
  };
}

const smsOf = <Data>({ sms }: Notice<Data>, data: Data, title: string, first = ''): string =>
  sms?.(data) ?? `${title}. ${first}`;

type LetterText = MessageContent['mail'];
const ownLetter = (own: OwnText, fields: TextFields, { subject, text }: LetterText): LetterText => ({
  subject: own.subject === undefined ? subject : fillLine(own.subject, fields),
  text: own.letter === undefined ? text : `${fillParagraphs(own.letter, fields).join('\n\n')}\n`,
});

/**
 * Sends something that the client waits for, such as a code, to one contact: at once, even if the client has muted the channel,
 * and not after `until`. The portal does not show it.
 */
export async function sendToContact<Data>(
  tx: Tx,
  texts: Required<ChannelTexts<Data>>,
  { kind, value, until }: { readonly kind: 'phone' | 'email'; readonly value: string; readonly until?: Date },
  data: NoInfer<Data>,
): Promise<void> {
  const sms = texts.sms(data);
  await messageChannels
    .find(({ contact }) => contact === kind)
    ?.send(tx, { sms, chat: sms, mail: texts.mail(data), category: 'security' }, { to: value, until });
}

/** Answers in a chat with the bot, even if it is linked to no contract. */
export const sendToChat = (
  tx: Tx,
  messenger: 'telegram' | 'max',
  chatId: string,
  { text, link }: { readonly text: string; readonly link?: string },
): Promise<void> =>
  enqueueEffect(tx, sendChatMessageEffect, {
    messenger,
    to: chatId,
    text,
    key: randomUUID(),
    ...(link !== undefined && { link }),
  });

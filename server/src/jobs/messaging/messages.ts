import type { Tx } from '#server/db/database.ts';
import { maskedEmail, maskedPhone } from '#server/domain/identity/contacts/address.rules.ts';
import { noteDelivery, type MadeDelivery } from '#server/domain/messaging/delivery/delivery.queries.ts';
import type { Category } from '#server/domain/messaging/notice.ts';
import { dropSubscriptionById, subscriptionBy } from '#server/domain/messaging/push.queries.ts';
import { PUSH_TEXTS } from '#server/domain/messaging/push.texts.ts';
import { isContact, isSolved } from '#server/domain/messaging/recipient.queries.ts';
import { textReported, textTaken, type SentText } from '#server/domain/messaging/delivery/text-message.ts';
import { htmlLetter, plainLetter } from '#server/domain/messaging/letter.texts.ts';
import { unsubscribeToken, type Letters } from '#server/domain/messaging/unsubscribe.ts';
import { forgetChat } from '#server/domain/identity/contacts/messenger.ts';
import type { MessengerName } from '#server/integrations/messenger/port.ts';
import type { EffectEnd } from '#server/kernel/job/effect.ts';
import type { World } from '#server/kernel/world.ts';

/** A message to one address; the link is a path under `/lk`. */
interface AddressedMessage {
  readonly to: string;
  readonly text: string;
  readonly link?: string | undefined;
  readonly key?: string | undefined;
  readonly until?: string | undefined;
  readonly messageId?: number | undefined;
  readonly ofMessage?: number | undefined;
}

type Left = Pick<MadeDelivery, 'channel' | 'recipient'>;

/** Notes at the portal's message, if there is one, that it has left by this way, too. */
async function note(
  tx: Tx,
  { key, ofMessage }: { readonly key?: string | undefined; readonly ofMessage?: number | undefined },
  left: Left,
  now: Date,
): Promise<void> {
  if (key !== undefined && ofMessage !== undefined) await noteDelivery(tx, { key, messageId: ofMessage, ...left }, now);
}

/** Whether a message is too late to be of use, because its gateway did not work meanwhile. */
const isOver = ({ clock }: World, { until }: { readonly until?: string | undefined }): boolean =>
  until !== undefined && new Date(until) <= clock.now();

/** Whether the address is no longer a contact of the contract: the message may have waited for the morning or its gateway. */
const isStranger = async ({ db }: World, contractId: number | undefined, to: string): Promise<boolean> =>
  contractId !== undefined && !(await db.read((tx) => isContact(tx, contractId, to)));

/** Whether the matter of a message is still open: it may have been solved while the message waited. */
const isNews = async ({ db, clock }: World, messageId: number | undefined): Promise<boolean> =>
  messageId === undefined || !(await db.read((tx) => isSolved(tx, messageId, clock.now())));

const keyed = ({ key }: AddressedMessage) => (key === undefined ? {} : { key });
const addressOf = ({ publicUrl }: World, link: string): string => `${publicUrl}/lk${link}`;

interface SaidByLetter extends AddressedMessage {
  readonly subject: string;
  readonly isChosen?: boolean | undefined;
  readonly letters?: Letters | undefined;
}

/** The page on which notices are switched off; letters link to it. */
const CHOICES = '/settings/notices';

export async function deliverLetter(world: World, letter: SaidByLetter): Promise<EffectEnd> {
  if (isOver(world, letter) || (await isStranger(world, letter.letters?.contractId, letter.to))) return 'dropped';
  if (!(await isNews(world, letter.messageId))) return 'dropped';
  const { to, subject, text, link } = letter;
  const leave = await leaveLink(world, letter);
  const parts = {
    text,
    provider: world.provider.name,
    ...(link !== undefined && { link: addressOf(world, link) }),
    ...leave,
  };
  await world.outside.mail.send({
    to,
    subject,
    text: plainLetter(parts),
    html: htmlLetter(parts),
    unsubscribe: leave.leave ?? leave.choices,
    isOneClick: leave.leave !== undefined,
    ...keyed(letter),
  });
  await world.db.write((tx) => note(tx, letter, { channel: 'mail', recipient: maskedEmail(to) }, world.clock.now()));
}

/** Where the client switches such letters off: by a link of their own, else in the settings. */
async function leaveLink(
  world: World,
  { to, isChosen, letters }: SaidByLetter,
): Promise<{ readonly leave?: string; readonly choices?: string }> {
  if (!isChosen) return {};
  if (!letters) return { choices: addressOf(world, CHOICES) };
  const token = await world.db.read((tx) => unsubscribeToken(tx, letters, to));
  return { leave: addressOf(world, `/unsubscribe?t=${token}`) };
}

const routeOf = ({ clock, outside }: World) => ({ now: clock.now(), gateways: outside.sms.gateways ?? [] });

export async function deliverTextMessage(world: World, sms: SentText): Promise<EffectEnd> {
  if (isOver(world, sms) || (await isStranger(world, sms.contractId, sms.to))) return 'dropped';
  if (!(await isNews(world, sms.messageId))) return 'dropped';
  const { to, text, link, without } = sms;
  const taken = await world.outside.sms.send({
    to,
    text: link === undefined ? text : `${text} ${addressOf(world, link)}`,
    ...keyed(sms),
    ...(without && { without }),
  });
  await world.db.write(async (tx) => {
    const route = routeOf(world);
    await note(tx, sms, { channel: 'sms', recipient: maskedPhone(to) }, route.now);
    if (taken) await textTaken(tx, sms, taken, route);
  });
}

/** Listens for delivery reports of gateways with a permanent connection, while jobs run. */
export const listenForReports = (world: World): { end(): Promise<void> } =>
  world.outside.sms.listen?.((report) => world.db.write((tx) => textReported(tx, report, routeOf(world)))) ?? {
    end: () => Promise.resolve(),
  };

/** Sends a message to a chat. Unlinks a chat that is gone or whose owner has blocked the bot, and tells by other channels. */
export async function deliverChatMessage(
  world: World,
  chat: AddressedMessage & { readonly messenger: MessengerName; readonly contractId?: number | undefined },
): Promise<EffectEnd> {
  const { messenger: name, to, text, link, contractId } = chat;
  if ((await isStranger(world, contractId, to)) || !(await isNews(world, chat.messageId))) return 'dropped';
  const messenger = world.outside.messengers[name];
  if (!messenger) throw new Error(`no bot of ${name}`);
  const message = { to, text, ...(link !== undefined && { link: addressOf(world, link) }), ...keyed(chat) };
  const at = { now: world.clock.now(), zone: world.provider.time_zone };
  if ((await messenger.send(message)) === 'sent')
    return world.db.write((tx) => note(tx, chat, { channel: name, recipient: null }, at.now));
  await world.db.write((tx) => forgetChat(tx, name, to, at));
}

interface SaidByBrowser {
  readonly to: string;
  readonly category: Category;
  readonly contractId?: number | undefined;
  readonly link?: string | undefined;
  readonly messageId?: number | undefined;
  readonly key?: string | undefined;
  readonly ofMessage?: number | undefined;
}

/** Sends a push notice; forgets a browser that accepts none any more. */
export async function deliverPush(world: World, said: SaidByBrowser): Promise<EffectEnd> {
  const { to, category, link = '/', contractId, messageId } = said;
  if (!(await isNews(world, messageId))) return 'dropped';
  const { push } = world.outside;
  const id = Number(to);
  const target = await world.db.read((tx) => subscriptionBy(tx, id, contractId, world.clock.now()));
  if (!push || !target) return 'dropped';
  // Notices of one kind replace each other on the screen.
  const message = { title: world.provider.name, text: PUSH_TEXTS[category], link, tag: category };
  const isGone = (await push.send(target, message)) === 'gone';
  await world.db.write(async (tx) => {
    if (isGone) await dropSubscriptionById(tx, id);
    else await note(tx, said, { channel: 'push', recipient: null }, world.clock.now());
  });
}

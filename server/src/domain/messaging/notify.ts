import type { Tx } from '#db/database.ts';
import type { At } from '#domain/shared/at.ts';
import { channels, type Channel } from './channels.ts';
import { addressesOf, insertMessages, type NewMessage } from './message.queries.ts';
import type { Category, ChannelTexts, Notice } from './notice.ts';
import { endOfQuiet } from './quiet-hours.rules.ts';

const DAY_MS = 86_400_000;

/** How the portal marks a message. */
const KINDS = { money: 'money', service: 'info', support: 'info', security: 'security' } as const satisfies Record<
  Category,
  string
>;

interface Told<Data> {
  readonly contractId: number;
  readonly data: Data;
}

/**
 * Sends a notice to a client in the caller's transaction: to the portal, and by each channel for which the notice has a text and the
 * client has a contact. A second notice with the same key is not sent. Nothing else sends notices.
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
  list: readonly Told<NoInfer<Data>>[],
  at: At,
): Promise<void> {
  if (list.length === 0) return;
  const until = notice.shownDays === null ? null : new Date(at.now.getTime() + notice.shownDays * DAY_MS);
  const messages = list.map((told) => messageOf(notice, told));
  const made = await insertMessages(tx, messages, { kind: KINDS[notice.category], now: at.now, until });
  const used = channels.filter(({ name }) => notice[name] !== undefined);
  if (used.length === 0) return;
  const isNew = new Set(made.map(idOf));
  // Of two entries with the same key only the first is sent.
  const fresh = list.filter((_, index) => {
    const message = messages[index];
    return message !== undefined && (message.notice_key === null || isNew.delete(idOf(message)));
  });
  await send(tx, notice, fresh, used, at);
}

function messageOf<Data>(notice: Notice<Data>, { contractId, data }: Told<Data>): NewMessage {
  const { title, body } = notice.portal(data);
  const key = notice.key?.(data);
  return { contract_id: contractId, title, body, notice_key: key === undefined ? null : `${notice.name}:${key}` };
}

const idOf = ({ contract_id, notice_key }: Pick<NewMessage, 'contract_id' | 'notice_key'>): string =>
  `${contract_id} ${notice_key ?? ''}`;

async function send<Data>(
  tx: Tx,
  notice: Notice<Data>,
  list: readonly Told<Data>[],
  used: readonly Channel[],
  { now, zone }: At,
): Promise<void> {
  const ways = used.map(({ name, contact }) => ({ channel: name, contact }));
  const contracts = list.map(({ contractId }) => contractId);
  const found = await addressesOf(tx, contracts, notice.category, ways);
  const addresses = Map.groupBy(found, ({ contract_id }) => contract_id);
  const morning = notice.isUrgent ? undefined : endOfQuiet(now, zone);
  for (const { contractId, data } of list) {
    for (const { address: to, channel } of addresses.get(contractId) ?? []) {
      const way = used.find(({ name }) => name === channel);
      await way?.send(tx, notice, data, { to, runAt: way.isLoud ? morning : undefined });
    }
  }
}

/**
 * Sends something that the client waits for, such as a code, to one contact: at once, even if the client has muted the channel. The
 * portal does not show it.
 */
export async function sendToContact<Data>(
  tx: Tx,
  texts: Required<ChannelTexts<Data>>,
  { kind, value }: { readonly kind: Channel['contact']; readonly value: string },
  data: NoInfer<Data>,
): Promise<void> {
  await channels.find(({ contact }) => contact === kind)?.send(tx, texts, data, { to: value });
}

import { z } from 'zod';
import { RefusedForGood } from '#server/kernel/job/delivery.ts';
import { isSameText } from '#server/kernel/same-text.ts';
import { fittingText } from '../fitting-text.ts';
import { callGateway } from '../gateway-call.ts';
import { chatNameOf, readBody } from './chat.ts';
import type { ChatUpdate, Messenger } from './port.ts';

export interface MaxSettings {
  readonly bot: string;
  readonly token: string;
  /** The secret that MAX sends in a header of its requests. */
  readonly secret: string;
  readonly url: string;
  readonly timeoutMs?: number;
}

const LONGEST = 4000;
const SECRET_HEADER = 'x-max-bot-api-secret';

const Update = z.object({
  update_type: z.string(),
  chat_id: z.int().optional(),
  payload: z.string().nullish(),
  user: z
    .object({ name: z.string().optional(), first_name: z.string().optional(), username: z.string().nullish() })
    .optional(),
  /** Of `message_created`: what is written in a chat of two. */
  message: z
    .object({
      recipient: z.object({ chat_id: z.int(), chat_type: z.literal('dialog') }),
      body: z.object({ text: z.string() }),
    })
    .optional()
    .catch(undefined),
});
const Failure = z.object({ code: z.string().optional(), message: z.string().optional() });

/** The bot API of MAX (dev.max.ru/docs-api). The token goes only in the header. */
export const maxBot = ({ bot, token, secret, url, timeoutMs }: MaxSettings): Messenger => ({
  link: (code) => `https://max.ru/${bot}?start=${code}`,
  async send({ to, text, link }) {
    const { status, body } = await callGateway('MAX', `${url}/messages?chat_id=${encodeURIComponent(to)}`, {
      timeoutMs,
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ text: fittingText(link === undefined ? text : `${text}\n\n${link}`, LONGEST) }),
    });
    if (status >= 200 && status < 300) return 'sent';
    if (status === 403 || status === 404) return 'gone';
    throw failureOf(status, Failure.catch({}).parse(body));
  },
  readUpdate(headers, body) {
    if (!isSame(headers[SECRET_HEADER], secret)) return undefined;
    const update = readBody(Update, body);
    return update ? updateOf(update) : null;
  },
});

function failureOf(status: number, { code = '', message = '' }: z.output<typeof Failure>): Error {
  const said = `MAX: ${status} ${code} ${message}`;
  return status === 400 ? new RefusedForGood(said) : new Error(said);
}

function updateOf({ update_type: type, chat_id, payload, user, message }: z.output<typeof Update>): ChatUpdate | null {
  if (type === 'message_created') return saidIn(message);
  if (chat_id === undefined) return null;
  const chatId = String(chat_id);
  if (type === 'bot_stopped' || type === 'dialog_removed') return { kind: 'stop', chatId };
  const code = type === 'bot_started' ? codeIn(payload) : undefined;
  return code === undefined ? null : { kind: 'start', chatId, chatName: chatNameOf(nameOf(user), chatId), code };
}

const codeIn = (payload: string | null | undefined): string | undefined => /^[\w-]{1,64}$/.exec(payload ?? '')?.[0];

/** `/stop` in a chat ends the notices; any other text is ignored. */
const saidIn = (message: z.output<typeof Update>['message']): ChatUpdate | null =>
  message && /^\/stop\b/.test(message.body.text) ? { kind: 'stop', chatId: String(message.recipient.chat_id) } : null;

const nameOf = ({ username, name, first_name }: NonNullable<z.output<typeof Update>['user']> = {}): string =>
  username ? `@${username}` : (name ?? first_name ?? '');

const isSame = (given: unknown, secret: string): boolean => typeof given === 'string' && isSameText(secret, given);

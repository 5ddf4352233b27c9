import { z } from 'zod';
import { RefusedForGood } from '#server/kernel/job/delivery.ts';
import { isSameText } from '#server/kernel/same-text.ts';
import { fittingText } from '../fitting-text.ts';
import { callGateway } from '../gateway-call.ts';
import { chatNameOf, readBody } from './chat.ts';
import type { ChatMessage, ChatUpdate, Messenger } from './port.ts';

export interface TelegramSettings {
  /** The bot's name, without @. */
  readonly bot: string;
  readonly token: string;
  /** The secret that Telegram sends in a header of its requests (`secret_token` of setWebhook). */
  readonly secret: string;
  readonly url: string;
  readonly timeoutMs?: number;
}

const LONGEST = 4096;
const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

const Reply = z.object({ ok: z.boolean(), error_code: z.int().optional(), description: z.string().optional() });

const Update = z.object({
  message: z
    .object({
      text: z.string().optional(),
      chat: z.object({
        id: z.int(),
        type: z.string(),
        username: z.string().optional(),
        first_name: z.string().optional(),
        last_name: z.string().optional(),
      }),
    })
    .optional(),
});

/** Whether the chat cannot get messages any more: the bot is blocked, or there is no such chat. */
const isGone = (code: number | undefined, description = ''): boolean =>
  code === 403 || (code === 400 && /chat not found|user is deactivated/i.test(description));

/** The Telegram Bot API (core.telegram.org/bots/api). */
export const telegramBot = ({ bot, token, secret, url, timeoutMs }: TelegramSettings): Messenger => ({
  link: (code) => `https://t.me/${bot}?start=${code}`,
  async send({ to, text, link }: ChatMessage) {
    const { status, body } = await callGateway('Telegram', `${url}/bot${token}/sendMessage`, {
      timeoutMs,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        chat_id: to,
        text: fittingText(link === undefined ? text : `${text}\n\n${link}`, LONGEST),
      }),
    });
    const { ok, error_code, description } = Reply.catch({ ok: false }).parse(body);
    if (ok) return 'sent';
    if (isGone(error_code, description)) return 'gone';
    const said = `Telegram: ${error_code ?? status} ${description ?? ''}`;
    throw error_code === 400 ? new RefusedForGood(said) : new Error(said);
  },
  readUpdate(headers, body) {
    if (!isSame(headers[SECRET_HEADER], secret)) return undefined;
    const message = readBody(Update, body)?.message;
    return message?.chat.type === 'private' ? updateOf(message.text ?? '', message.chat) : null;
  },
});

type Chat = NonNullable<z.output<typeof Update>['message']>['chat'];

function updateOf(text: string, chat: Chat): ChatUpdate | null {
  const chatId = String(chat.id);
  if (/^\/stop\b/.test(text)) return { kind: 'stop', chatId };
  const code = /^\/start ([\w-]{1,64})$/.exec(text)?.[1];
  return code === undefined ? null : { kind: 'start', chatId, chatName: nameOf(chat), code };
}

const nameOf = ({ username, first_name, last_name, id }: Chat): string =>
  chatNameOf(username === undefined ? [first_name, last_name].filter(Boolean).join(' ') : `@${username}`, String(id));

const isSame = (given: unknown, secret: string): boolean => typeof given === 'string' && isSameText(secret, given);

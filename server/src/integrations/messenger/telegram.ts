import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ChatMessage, ChatUpdate, Messenger } from './port.ts';

export interface TelegramSettings {
  /** The bot's name, without @. */
  readonly bot: string;
  readonly token: string;
  /** What Telegram puts into the header of its calls (`secret_token` of setWebhook). */
  readonly secret: string;
  readonly url: string;
}

const TIMEOUT_MS = 10_000;
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

/** A chat that cannot be written to any more: the bot is blocked, or there is no such chat. */
const isGone = (code: number | undefined, description = ''): boolean =>
  code === 403 || (code === 400 && /chat not found|user is deactivated/i.test(description));

/** The Telegram Bot API (core.telegram.org/bots/api). */
export const telegramBot = ({ bot, token, secret, url }: TelegramSettings): Messenger => ({
  link: (code) => `https://t.me/${bot}?start=${code}`,
  async send({ to, text, link }: ChatMessage) {
    const response = await fetch(`${url}/bot${token}/sendMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chat_id: to, text: link === undefined ? text : `${text}\n\n${link}` }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { ok, error_code, description } = Reply.parse(await response.json());
    if (ok) return 'sent';
    if (isGone(error_code, description)) return 'gone';
    // The address has the token in it, so it is not told.
    throw new Error(`Telegram: ${error_code ?? response.status} ${description ?? ''}`);
  },
  readUpdate(headers, body) {
    if (!isSame(headers[SECRET_HEADER], secret)) return undefined;
    const { message } = Update.parse(JSON.parse(body));
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
  username === undefined ? [first_name, last_name].filter(Boolean).join(' ') || String(id) : `@${username}`;

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (given: unknown, secret: string): boolean =>
  typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));

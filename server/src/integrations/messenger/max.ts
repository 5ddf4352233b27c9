import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ChatUpdate, Messenger } from './port.ts';

export interface MaxSettings {
  readonly bot: string;
  readonly token: string;
  /** What MAX puts into the header of its calls. */
  readonly secret: string;
  readonly url: string;
}

const TIMEOUT_MS = 10_000;
const SECRET_HEADER = 'x-max-bot-api-secret';

const Update = z.object({
  update_type: z.string(),
  chat_id: z.int().optional(),
  payload: z.string().nullish(),
  user: z
    .object({ name: z.string().optional(), first_name: z.string().optional(), username: z.string().nullish() })
    .optional(),
});
const Failure = z.object({ code: z.string().optional(), message: z.string().optional() });

/** The bot API of MAX (dev.max.ru/docs-api). The token goes only in the header. */
export const maxBot = ({ bot, token, secret, url }: MaxSettings): Messenger => ({
  link: (code) => `https://max.ru/${bot}?start=${code}`,
  async send({ to, text, link }) {
    const response = await fetch(`${url}/messages?chat_id=${encodeURIComponent(to)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ text: link === undefined ? text : `${text}\n\n${link}` }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return 'sent';
    const { code = '', message = '' } = Failure.catch({}).parse(await response.json().catch(() => ({})));
    if (response.status === 403 || response.status === 404) return 'gone';
    throw new Error(`MAX: ${response.status} ${code} ${message}`);
  },
  readUpdate(headers, body) {
    if (!isSame(headers[SECRET_HEADER], secret)) return undefined;
    return updateOf(Update.parse(JSON.parse(body)));
  },
});

function updateOf({ update_type: type, chat_id, payload, user }: z.output<typeof Update>): ChatUpdate | null {
  if (chat_id === undefined) return null;
  const chatId = String(chat_id);
  if (type === 'bot_stopped' || type === 'dialog_removed') return { kind: 'stop', chatId };
  if (type !== 'bot_started' || !payload) return null;
  return { kind: 'start', chatId, chatName: nameOf(user) ?? chatId, code: payload };
}

const nameOf = (user: z.output<typeof Update>['user']): string | undefined =>
  user?.username ? `@${user.username}` : (user?.name ?? user?.first_name);

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (given: unknown, secret: string): boolean =>
  typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));

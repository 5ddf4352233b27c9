import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import {
  beginLink,
  chatState,
  confirmChat,
  unlinkChat,
  type ChatState,
} from '#server/domain/identity/contacts/messenger.ts';
import { MESSENGER_NAMES } from '#server/domain/identity/contacts/messenger.texts.ts';
import type { Messenger, MessengerName } from '#server/integrations/messenger/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler, ScopeOf } from '#server/kernel/world.ts';

type Group = typeof contract.notice;
type Chat = Result<Group['getTelegram']>;
type Scope = ScopeOf<Group['getTelegram']>;

const ABSENT: Omit<Chat, 'message'> = {
  is_active: false,
  is_available: false,
  state: 'none',
  chat_name: null,
  link: null,
  expires_at: null,
  confirmed_at: null,
};

async function chatNow(name: MessengerName, { db, subscriber, now, outside, publicUrl }: Scope): Promise<Chat> {
  const messenger = outside.messengers[name];
  if (!messenger) return { ...ABSENT, message: `${MESSENGER_NAMES[name]} провайдер не подключил` };
  const state = await chatState(db, subscriber.contractId, name, now);
  // In the demo the bot is a page of the portal.
  return chatAnswer(name, state, (code) => new URL(messenger.link(code), publicUrl).href);
}

function chatAnswer(name: MessengerName, found: ChatState, linkOf: Messenger['link']): Chat {
  const { active, link } = found;
  const opened = link ? linkOf(link.code) : null;
  const state = stateOf(found);
  return {
    message: messageOf(MESSENGER_NAMES[name], state, opened),
    is_active: active !== undefined,
    is_available: true,
    state,
    chat_name: nameOf(found),
    link: opened,
    expires_at: link?.expires_at ?? null,
    confirmed_at: active?.confirmed_at ?? null,
  };
}

/** The name to confirm: that of the chat being linked, else that of the linked one. */
const nameOf = ({ active, link }: ChatState): string | null => (link ?? active)?.chat_name ?? null;

function stateOf({ active, link }: ChatState): Chat['state'] {
  if (link) return link.chat_name === null ? 'code_sent' : 'started';
  return active ? 'active' : 'none';
}

function messageOf(name: string, state: Chat['state'], link: string | null): string {
  if (state === 'code_sent') return `Откройте бота и нажмите «Старт»: ${link ?? ''}`;
  if (state === 'started') return 'Бот запущен. Проверьте имя чата и подтвердите, что он ваш';
  if (state === 'active') return `${name} привязан. Отвязать можно здесь или командой /stop в чате`;
  return `${name} не привязан`;
}

const atOf = ({ now, provider }: Scope) => ({ now, zone: provider.time_zone });

async function set(name: MessengerName, confirm: true | undefined, scope: Scope): Promise<Chat> {
  const { db, subscriber, now, outside } = scope;
  if (!outside.messengers[name]) throw new Problem('channel_absent');
  if (confirm) await confirmChat(db, subscriber.contractId, name, atOf(scope));
  else await beginLink(db, subscriber.contractId, name, now);
  return chatNow(name, scope);
}

async function remove(name: MessengerName, scope: Scope): Promise<Chat> {
  await unlinkChat(scope.db, scope.subscriber.contractId, name, atOf(scope));
  return chatNow(name, scope);
}

export const getTelegram: Handler<Group['getTelegram']> = (_, scope) => chatNow('telegram', scope);
export const setTelegram: Handler<Group['setTelegram']> = ({ body }, scope) => set('telegram', body.confirm, scope);
export const removeTelegram: Handler<Group['removeTelegram']> = (_, scope) => remove('telegram', scope);
export const getMax: Handler<Group['getMax']> = (_, scope) => chatNow('max', scope);
export const setMax: Handler<Group['setMax']> = ({ body }, scope) => set('max', body.confirm, scope);
export const removeMax: Handler<Group['removeMax']> = (_, scope) => remove('max', scope);

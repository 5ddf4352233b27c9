import { call } from '../kernel/call/call.ts';
import { Chat, CHAT_PROBLEMS, CONFIRM } from './notice-shapes.ts';

/** Notices in the chats of messengers. */
export const chats = {
  getTelegram: call({
    method: 'GET',
    path: '/v2/notice/get-telegram',
    members: ['full'],
    summary: 'The Telegram link and how to set it up',
    result: Chat,
  }),
  setTelegram: call({
    method: 'POST',
    path: '/v2/notice/set-telegram',
    members: [],
    summary: 'Start linking Telegram; then confirm the chat in which the bot was started',
    confirm: true,
    outdates: ['notice'],
    body: CONFIRM,
    result: Chat,
    problems: CHAT_PROBLEMS,
  }),
  removeTelegram: call({
    method: 'DELETE',
    path: '/v2/notice/set-telegram',
    members: [],
    summary: 'Unlink Telegram; a repeated call succeeds, too',
    outdates: ['notice'],
    result: Chat,
  }),
  getMax: call({
    method: 'GET',
    path: '/v2/notice/get-max',
    members: ['full'],
    summary: 'The MAX link and how to set it up',
    result: Chat,
  }),
  setMax: call({
    method: 'POST',
    path: '/v2/notice/set-max',
    members: [],
    summary: 'Start linking MAX; then confirm the chat in which the bot was started',
    confirm: true,
    outdates: ['notice'],
    body: CONFIRM,
    result: Chat,
    problems: CHAT_PROBLEMS,
  }),
  removeMax: call({
    method: 'DELETE',
    path: '/v2/notice/set-max',
    members: [],
    summary: 'Unlink MAX; a repeated call succeeds, too',
    outdates: ['notice'],
    result: Chat,
  }),
};

import { z } from 'zod';
import { askedId, AskedUser } from './kernel/asked-id.ts';
import { call } from './kernel/call.ts';
import { Id, InstantText } from './kernel/wire.ts';
import { BlockReason, Control, UserPath, UserState } from './shapes.ts';
import { SessionState } from './shapes-internet-session.ts';

const OneUser = z.strictObject({ user_id: AskedUser });

const AutoAuth = z.object({
  user_id: z.int(),
  is_on: z.boolean().meta({ description: 'Whether the line authenticates sessions, without login and password' }),
  is_applied: z.boolean().meta({ description: 'Whether the network has applied it; until then «применяется…»' }),
  bound_mac: z
    .string()
    .nullable()
    .meta({ description: 'The only device that the line authenticates; null: the first one that connects' }),
  seen_mac: z.string().nullable().meta({ description: 'The device that tried last' }),
  seen_at: InstantText.nullable(),
  control: Control.meta({
    description:
      'on_pending and off_pending: the network has not applied it yet; locked: not available for this service',
  }),
  unlocks_left: z.int().meta({ description: 'How many unlocks are left within the hour' }),
  unlock_from: InstantText.nullable().meta({ description: 'If no unlock is left: when the next one is possible' }),
});

export const internetUser = {
  unlock: call({
    method: 'POST',
    path: '/v2/internet-user/unlock',
    summary:
      'Unlock a locked login, a hanging session or a stale binding; three times an hour; a working service stays',
    outdates: ['user', 'internet-user'],
    body: OneUser,
    result: z.object({
      user_id: z.int(),
      lifted: BlockReason.nullable().meta({ description: 'Why it was blocked; null when it was working' }),
      state: UserState,
      reason: BlockReason.nullable().meta({ description: 'debt, when the account cannot pay for the service' }),
      unlocks_left: z.int(),
    }),
    problems: ['change_not_allowed'],
  }),
  autoAuth: call({
    method: 'GET',
    path: '/v2/internet-user/auto-auth/{id}',
    summary: 'Automatic authentication by line: its state, whether the network has applied it, the bound device',
    params: UserPath,
    result: AutoAuth,
  }),
  enableAutoAuth: call({
    method: 'POST',
    path: '/v2/internet-user/enable-auto-auth',
    summary: 'Switch automatic authentication on; said twice, it succeeds twice',
    outdates: ['internet-user'],
    body: OneUser,
    result: AutoAuth,
    problems: ['change_not_allowed'],
  }),
  disableAutoAuth: call({
    method: 'POST',
    path: '/v2/internet-user/disable-auto-auth',
    summary: 'Switch automatic authentication off; said twice, it succeeds twice',
    outdates: ['internet-user'],
    body: OneUser,
    result: AutoAuth,
    problems: ['change_not_allowed'],
  }),
  endSession: call({
    method: 'POST',
    path: '/v2/internet-user/end-session',
    summary: 'End a session that is on; the network does it after the answer; one that is over stays so',
    outdates: ['internet-account'],
    body: z.strictObject({ user_id: AskedUser, internet_session_id: askedId('internet_session', Id) }),
    result: z.object({ internet_session_id: z.int(), state: SessionState }),
  }),
};

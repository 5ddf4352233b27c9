import { z } from 'zod';
import { askedId, AskedUser } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { CodeText, Id, InstantText, text } from '../kernel/call/wire.ts';
import { BlockReason, Control, UserPath, UserState } from '../shapes.ts';
import { SessionState } from './internet-session-shapes.ts';

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

const Channel = z.enum(['email', 'phone']);
const Contact = z.object({ channel: Channel, to: z.string().meta({ description: 'Masked' }) });

/** How one enters the network: the login, the state of the password, and the settings of a router. */
const Entry = z.object({
  user_id: z.int(),
  login: z.string(),
  is_by_line: z.boolean().meta({ description: 'Whether the line lets a router in, without login and password' }),
  password: z.object({
    changed_at: InstantText.nullable(),
    control: Control.meta({ description: 'locked: it cannot be set here, and why' }),
    own_words: z.array(z.string()).meta({ description: 'Words that a new password must not consist of' }),
  }),
  router: z
    .object({
      connection: z.enum(['ipoe', 'pppoe', 'l2tp', 'pptp']),
      server: z.string().nullable().meta({ description: 'Of l2tp and pptp' }),
      mtu: z.int().nullable(),
      vlan: z.int().nullable(),
      dns: z.array(z.string()).meta({ description: 'Empty: given by the network' }),
    })
    .nullable()
    .meta({ description: 'What a router is set up with; null: the provider has not said it' }),
  session: z
    .object({ since: InstantText, mac: z.string().nullable() })
    .nullable()
    .meta({ description: 'The session that is on' }),
  recover: z.array(Contact).meta({ description: 'Where a code for a new password can be sent' }),
});

export const internetUser = {
  entry: call({
    method: 'GET',
    path: '/v2/internet-user/entry/{id}',
    members: ['technician', 'full'],
    summary: 'Login, password and router settings of an internet service; the password itself is never told',
    params: UserPath,
    result: Entry,
  }),
  sendPassword: call({
    method: 'POST',
    path: '/v2/internet-user/send-password',
    members: ['full'],
    summary: 'Send a code for a new network password to a confirmed phone or e-mail; five a day',
    outdates: [],
    body: z.strictObject({ user_id: AskedUser, channel: Channel }),
    result: Contact.extend({
      expires_at: InstantText,
      again_at: InstantText.meta({ description: 'When another code can be requested' }),
    }),
    problems: ['code_too_soon', 'channel_absent', 'contact_not_confirmed', 'change_not_allowed'],
  }),
  resetPassword: call({
    method: 'POST',
    path: '/v2/internet-user/reset-password',
    members: ['full'],
    summary: 'Set a new network password by a code, without the old one',
    outdates: ['user', 'internet-user', 'notice', 'support'],
    body: z.strictObject({
      user_id: AskedUser,
      code: CodeText,
      new_password: text(1000),
      end_sessions: z.boolean().meta({ description: 'Whether to end sessions with the old password' }),
    }),
    result: z.object({ user_id: z.int(), are_sessions_ended: z.boolean() }),
    problems: ['code_wrong', 'change_not_allowed', 'changed_meanwhile'],
  }),
  unlock: call({
    method: 'POST',
    path: '/v2/internet-user/unlock',
    members: ['technician', 'full'],
    summary:
      'Unlock a locked login, a hanging session or a stale binding; three times an hour; a working service stays',
    outdates: ['user', 'internet-user', 'notice', 'support'],
    body: OneUser,
    result: z.object({
      user_id: z.int(),
      lifted: BlockReason.nullable().meta({ description: 'Why it was blocked; null when it was working' }),
      state: UserState,
      reason: BlockReason.nullable().meta({
        description: 'debt, when the account cannot pay for the service; schedule, in hours that it closes',
      }),
      unlocks_left: z.int(),
    }),
    problems: ['change_not_allowed'],
  }),
  autoAuth: call({
    method: 'GET',
    path: '/v2/internet-user/auto-auth/{id}',
    members: ['technician', 'full'],
    summary: 'Automatic authentication by line: its state, whether the network has applied it, the bound device',
    params: UserPath,
    result: AutoAuth,
  }),
  enableAutoAuth: call({
    method: 'POST',
    path: '/v2/internet-user/enable-auto-auth',
    members: ['technician', 'full'],
    summary: 'Switch automatic authentication on; a repeated call succeeds, too',
    outdates: ['internet-user'],
    body: OneUser,
    result: AutoAuth,
    problems: ['change_not_allowed'],
  }),
  disableAutoAuth: call({
    method: 'POST',
    path: '/v2/internet-user/disable-auto-auth',
    members: ['technician', 'full'],
    summary: 'Switch automatic authentication off; a repeated call succeeds, too',
    outdates: ['internet-user'],
    body: OneUser,
    result: AutoAuth,
    problems: ['change_not_allowed'],
  }),
  endSession: call({
    method: 'POST',
    path: '/v2/internet-user/end-session',
    members: ['technician', 'full'],
    summary: 'End a session that is on; the network does it after the answer; one that is over stays so',
    outdates: ['internet-account'],
    body: z.strictObject({ user_id: AskedUser, internet_session_id: askedId('internet_session', Id) }),
    result: z.object({ internet_session_id: z.int(), state: SessionState }),
  }),
};

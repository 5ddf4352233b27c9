import { z } from 'zod';
import { askedId, AskedUser } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { Amount, Id, InstantText, Money, text } from '../kernel/call/wire.ts';
import { Control, UserPath } from '../shapes.ts';

const Limit = z.object({
  limit: Money,
  spent: Money.meta({ description: 'Calls that have ended and been rated' }),
  warned_at: Money.meta({ description: 'The client is told when so much is spent' }),
});

const SipLine = z.object({
  user_id: z.int(),
  login: z.string().meta({ description: 'The number, which is the login of the telephone, too' }),
  server: z
    .object({ domain: z.string(), port: z.int(), transport: z.enum(['udp', 'tcp', 'tls']) })
    .nullable()
    .meta({ description: 'null: the provider has named none' }),
  is_applied: z.boolean().meta({ description: 'Whether the exchange has carried out every change' }),
  password: z.object({ changed_at: InstantText.nullable(), control: Control }),
  registrations: z
    .array(
      z.object({
        registration_id: z.int(),
        program: z.string().meta({ description: 'Telephone or program as it calls itself; may be empty' }),
        address: z.string().meta({ description: 'Its address, shortened: `10.84.x.x`' }),
        since: InstantText,
        expires: InstantText.meta({ description: 'Until then, unless it registers again' }),
      }),
    )
    .nullable()
    .meta({ description: 'Telephones that are registered now; null: the exchange does not tell' }),
  limits: z
    .object({
      month: Limit,
      day: Limit,
      most: Money.meta({ description: 'The highest limit of a month that a client may set' }),
      stopped: z
        .object({ by: z.enum(['day', 'month']), until: InstantText })
        .nullable()
        .meta({ description: 'A limit is spent: until then calls that cost money are refused' }),
    })
    .nullable(),
  directions: z.array(
    z.object({
      zone: z.string(),
      name: z.string(),
      access: z
        .enum(['home', 'abroad', 'free'])
        .meta({ description: 'home: always open; abroad: closed at first; free' }),
      is_open: z.boolean(),
      open_hours: z.int().nullable().meta({ description: 'It is opened for so many hours; null: until it is closed' }),
      closes_at: InstantText.nullable().meta({ description: 'When it closes by itself; null: it does not' }),
      price: Money.meta({ description: 'Roubles a minute by the plan' }),
      connection: Money.meta({ description: 'Roubles a call' }),
    }),
  ),
});

const Limits = z.strictObject({
  user_id: AskedUser,
  month: Amount.meta({ description: 'Roubles a month' }),
  day: Amount.meta({ description: 'Roubles a day' }),
});
const Direction = z.strictObject({ user_id: AskedUser, zone: text(40) });

export const sipUser = {
  get: call({
    method: 'GET',
    path: '/v2/sip-user/{id}',
    members: ['full'],
    summary: 'A SIP line: how to set up a telephone, who is registered, limits of spending, open directions',
    params: UserPath,
    result: SipLine,
    problems: ['change_not_allowed'],
  }),
  newPassword: call({
    method: 'POST',
    path: '/v2/sip-user/new-password',
    members: ['full'],
    summary: 'Make a new password of a SIP line, told this once; the former one is void at once',
    confirm: true,
    outdates: ['sip-user', 'user', 'notice'],
    body: z.strictObject({ user_id: AskedUser }),
    result: z.object({
      user_id: z.int(),
      login: z.string(),
      password: z.string().meta({ secret: true }),
      setup_url: z
        .url()
        .meta({ secret: true, description: 'Sets up Linphone; opens once, without the password in plain text' }),
      setup_until: InstantText,
    }),
    problems: ['change_not_allowed'],
  }),
  endRegistration: call({
    method: 'POST',
    path: '/v2/sip-user/end-registration',
    members: ['full'],
    summary: 'End the registration of a telephone; one that knows the password registers again',
    outdates: ['sip-user'],
    body: z.strictObject({ user_id: AskedUser.meta({ examples: [3] }), registration_id: askedId('registration', Id) }),
    result: SipLine,
    problems: ['change_not_allowed'],
  }),
  lowerLimits: call({
    method: 'POST',
    path: '/v2/sip-user/lower-limits',
    members: ['full'],
    summary: 'Lower the limits of spending of a SIP line',
    outdates: ['sip-user', 'user', 'notice'],
    body: Limits,
    result: SipLine,
    problems: ['change_not_allowed'],
  }),
  raiseLimits: call({
    method: 'POST',
    path: '/v2/sip-user/raise-limits',
    members: ['full'],
    summary: 'Set the limits of spending of a SIP line, also higher ones',
    confirm: true,
    outdates: ['sip-user', 'user', 'notice'],
    body: Limits,
    result: SipLine,
    problems: ['change_not_allowed'],
  }),
  closeDirection: call({
    method: 'POST',
    path: '/v2/sip-user/close-direction',
    members: ['full'],
    summary: 'Close a direction of calls',
    outdates: ['sip-user', 'user', 'notice'],
    body: Direction,
    result: SipLine,
    problems: ['change_not_allowed'],
  }),
  openDirection: call({
    method: 'POST',
    path: '/v2/sip-user/open-direction',
    members: ['full'],
    summary: 'Open a direction of calls that is closed at first',
    confirm: true,
    outdates: ['sip-user', 'user', 'notice'],
    body: Direction,
    result: SipLine,
    problems: ['change_not_allowed'],
  }),
};

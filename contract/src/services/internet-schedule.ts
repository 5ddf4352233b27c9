import { z } from 'zod';
import { call } from '../kernel/call/call.ts';
import { AskedDay, Count, InstantText, text } from '../kernel/call/wire.ts';
import { BlockReason, UserPath, UserState } from '../shapes.ts';

const From = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Время в виде ЧЧ:ММ')
  .meta({ examples: ['09:00'] });
const Until = z
  .string()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Время в виде ЧЧ:ММ')
  .meta({ examples: ['18:00'] });

const Hours = {
  from: From,
  to: Until.meta({ description: '24:00 is the end of the day; a time before `from` is on the next day' }),
};
const WeekRule = z.strictObject({
  days: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .meta({ description: 'Days of the week on which the hours begin; Monday is 1' }),
  ...Hours,
});
const ExceptionDay = z.strictObject({
  day: AskedDay,
  hours: z.array(z.strictObject(Hours)).max(12).meta({ description: 'Empty: closed all day' }),
});

const Channel = z.enum(['email', 'phone']);
const Contact = z.object({ channel: Channel, to: z.string().meta({ description: 'Masked' }) });

/** The check of the password returns it; the client sends it with a change. */
const Proof = text(100);

const AccessSchedule = z.object({
  user_id: z.int(),
  version: z.int().meta({ description: 'Send it back with a change; 0 before the first change' }),
  is_on: z.boolean(),
  rules: z.array(WeekRule).meta({ description: 'Hours of the week in which internet works' }),
  exceptions: z.array(ExceptionDay).meta({ description: 'Days with other hours, in order' }),
  paused_until: InstantText.nullable(),
  now: z.object({
    open: z.boolean().meta({ description: 'Whether the schedule is open now' }),
    by: z.enum(['off', 'pause', 'exception', 'week']),
    next_change: InstantText.nullable(),
  }),
  service: z.object({
    state: UserState,
    reason: BlockReason.nullable().meta({ description: 'Another reason why the service is blocked' }),
  }),
  is_applied: z.boolean().meta({ description: 'Whether the network has applied it; until then «применяется…»' }),
  has_password: z.boolean(),
  locked_until: InstantText.nullable().meta({
    description: 'After five wrong passwords: when the next attempt is allowed',
  }),
  recover: z.array(Contact).meta({ description: 'Where a code for a new password can be sent' }),
  history: z.array(
    z.object({
      at: InstantText,
      text: z.string(),
      who: z.string().meta({ description: 'The browser of the change' }),
    }),
  ),
});

const Proven = z.object({
  proof: Proof.nullable().meta({ description: 'Allows changes and pauses in this session; null: no password is set' }),
  expires_at: InstantText.nullable(),
});

const NEEDS_PROOF = ['schedule_password_needed', 'change_not_allowed'] as const;
const TRIES = ['schedule_password_wrong', 'schedule_password_locked', 'change_not_allowed'] as const;

/** Hours in which internet works (parental control). Days and hours are in the provider's time zone. */
export const internetSchedule = {
  defs: call({
    method: 'GET',
    path: '/v2/internet-schedule/defs',
    members: ['technician', 'full'],
    summary: 'Defaults of the access schedule: ready-made weeks, the shortest slot, the longest pause',
    result: z.object({
      weeks: z.array(z.object({ key: z.string(), title: z.string(), text: z.string(), rules: z.array(WeekRule) })),
      shortest_slot: z.int().meta({ description: 'Minutes; hours start and end at multiples of it' }),
      longest_pause: z.int().meta({ description: 'Minutes from now' }),
      pauses: z.array(z.int()).meta({ description: 'Pauses to choose from, minutes' }),
      most_exceptions: z.int(),
      farthest_exception: z.int().meta({ description: 'Days from today' }),
      shortest_password: z.int(),
    }),
    freshFor: 3_600_000,
  }),
  get: call({
    method: 'GET',
    path: '/v2/internet-schedule/{id}',
    members: ['technician', 'full'],
    summary: 'The weekly access schedule, its state now and until when, and the history of its changes',
    params: UserPath,
    result: AccessSchedule,
  }),
  set: call({
    method: 'POST',
    path: '/v2/internet-schedule/{id}',
    members: ['technician', 'full'],
    summary: 'Set the access schedule; the network does it at once',
    outdates: ['internet-schedule', 'user', 'support'],
    params: UserPath,
    body: z.strictObject({
      version: Count,
      is_on: z.boolean(),
      rules: z.array(WeekRule).max(60),
      exceptions: z.array(ExceptionDay).max(60),
      proof: Proof.optional(),
    }),
    result: AccessSchedule,
    problems: ['changed_meanwhile', ...NEEDS_PROOF],
  }),
  pause: call({
    method: 'POST',
    path: '/v2/internet-schedule/pause/{id}',
    members: ['technician', 'full'],
    summary: 'Suspend the schedule for some minutes from now: internet works; 0 ends the pause',
    outdates: ['internet-schedule', 'user', 'support'],
    params: UserPath,
    body: z.strictObject({ minutes: Count, proof: Proof.optional() }),
    result: AccessSchedule,
    problems: NEEDS_PROOF,
  }),
  checkPassword: call({
    method: 'POST',
    path: '/v2/internet-schedule/password/{id}',
    // It takes the password, or a code that the owner gets.
    members: ['technician', 'full'],
    summary: 'Check the password of the schedule; five wrong ones lock it for 15 minutes',
    outdates: ['internet-schedule'],
    params: UserPath,
    body: z.strictObject({ password: text(128).min(1) }),
    result: Proven,
    problems: TRIES,
  }),
  changePassword: call({
    method: 'PATCH',
    path: '/v2/internet-schedule/password/{id}',
    // It takes the password, or a code that the owner gets.
    members: ['technician', 'full'],
    summary: 'Set, change or take away the password of the schedule, by the old one or by a code',
    outdates: ['internet-schedule'],
    params: UserPath,
    body: z.strictObject({
      old: text(128).min(1).optional(),
      code: z
        .string()
        .regex(/^\d{6}$/, 'Код: 6 цифр')
        .meta({ examples: ['204816'] })
        .optional()
        .meta({ description: 'Instead of the old password; see send-password' }),
      new: text(128, 'Пароль: не длиннее 128 знаков')
        .min(6, 'Пароль: не короче 6 знаков')
        .nullable()
        .meta({ description: 'null removes the password' }),
    }),
    result: Proven,
    problems: ['code_wrong', 'schedule_password_needed', 'changed_meanwhile', ...TRIES],
  }),
  sendPassword: call({
    method: 'POST',
    path: '/v2/internet-schedule/send-password/{id}',
    members: ['technician', 'full'],
    summary: 'Send a code for a new password to a confirmed phone or e-mail; the password itself is never sent',
    outdates: ['internet-schedule'],
    params: UserPath,
    body: z.strictObject({ channel: Channel }),
    result: Contact.extend({
      expires_at: InstantText,
      again_at: InstantText.meta({ description: 'When another code can be requested' }),
    }),
    problems: ['code_too_soon', 'channel_absent', 'schedule_no_contact', 'change_not_allowed'],
  }),
};

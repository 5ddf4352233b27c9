import { z } from 'zod';
import { AskedUser } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { CHANGED_SERVICE } from '../kernel/call/outdates.ts';
import { OnlyFew } from '../services/telephone-shapes.ts';
import { AccountKind, DayText, InstantText, Money, text } from '../kernel/call/wire.ts';
import {
  AllowedProgram,
  ListedProgram,
  ProgramChangeSummary,
  SWITCH_PROBLEMS,
  SwitchProgram,
} from '../services/program.ts';
import { BlockReason, Control, NewPrice, Text, UserPath, UserState, UserType, Version } from '../shapes.ts';
import { Discount } from '../discount-shape.ts';

export const User = z.object({
  user_id: z.int(),
  user_type: UserType,
  name: z.string().meta({ description: 'The client’s name for it: «Интернет», «ТВ в спальне», a mailbox address' }),
  login: z.string(),
  address: z.string().meta({ description: 'Where the service is provided' }),
  account: AccountKind,
  state: UserState,
  reason: BlockReason.nullable(),
  state_since: InstantText,
  state_text: z
    .string()
    .meta({ description: 'The state in one Russian sentence: whether the fee is still charged, and what to do' }),
  returns_on: DayText.nullable().meta({ description: 'When a paused service resumes by itself' }),
  is_applied: z.boolean().meta({
    description: 'Whether the outside system has carried out every change of the service; until then «применяется…»',
  }),
  plan: z
    .object({
      plan_id: z.int(),
      name: z.string(),
      summary: z.string().meta({ description: 'In short: «300 Мбит/с», «148 каналов»' }),
      price: Money.nullable().meta({ description: 'null: this role does not see money' }),
      new_price: NewPrice,
      discount: Discount,
      unit: z.enum(['month', 'day']),
    })
    .nullable(),
  monthly: Money.nullable().meta({
    description:
      'Price per month of the plan, options and programs of this service; null: this role does not see money',
  }),
  planned_plan: z.object({ name: z.string(), price: Money.nullable(), from: DayText }).nullable(),
  next_charge: z.object({ day: DayText, amount: Money }).nullable(),
  userOptions: z.int().meta({ description: 'Options that are on' }),
  userOptions2: z.int().meta({ description: 'Options of its plan' }),
  detail: z
    .string()
    .nullable()
    .meta({ description: 'One more fact for this kind of service: «занято 4,1 из 5 ГБ», «график доступа включён»' }),
  infos: z.array(Text),
  duty: z.array(Text),
  days_left: z.array(Text),
});

export const user = {
  list: call({
    method: 'GET',
    path: '/v2/user/list',
    persons: true,
    members: ['payer', 'technician', 'full'],
    summary: 'Service accounts of the client that are not closed, in display order',
    query: z.strictObject({
      user_type: z
        .enum(['internet', ...UserType.options])
        .optional()
        .meta({ description: '`internet`: every type but tv, sip and mail' }),
      when: OnlyFew,
    }),
    result: z.array(User),
    problems: ['many_services'],
  }),
  get: call({
    method: 'GET',
    path: '/v2/user/{id}',
    members: ['payer', 'technician', 'full'],
    summary: 'One service account',
    params: UserPath,
    result: User,
  }),
  passwordPolicy: call({
    method: 'GET',
    path: '/v2/user/password-policy/{id}',
    members: ['technician', 'full'],
    summary: 'Rules for a new password of the service, and whether it can be changed',
    params: UserPath,
    result: z.object({
      least: z.int().meta({ description: 'Characters' }),
      most: z.int().meta({ description: 'Characters' }),
      own_words: z.array(z.string()).meta({ description: 'Words that the password must not consist of' }),
      changed_at: InstantText.nullable(),
      tries_left: z.int().meta({ description: 'Attempts left within 15 minutes' }),
      control: Control,
    }),
  }),
  changePassword: call({
    method: 'POST',
    path: '/v2/user/change-password',
    members: ['technician', 'full'],
    summary: 'Change the password of a service, or without a new one check it; five tries in 15 minutes',
    outdates: ['user', 'internet-user', 'notice'],
    body: z.strictObject({
      user_id: AskedUser,
      password: text(1000),
      new_password: text(1000).optional(),
      end_sessions: z.boolean().optional().meta({
        description: 'Whether to end sessions with the old password; false when absent; those of mail always end',
      }),
    }),
    result: z.object({
      user_id: z.int(),
      is_changed: z.boolean().meta({ description: 'false: the password was only checked, and it is correct' }),
      are_sessions_ended: z.boolean(),
    }),
    problems: ['service_password_wrong', 'change_not_allowed', 'changed_meanwhile'],
  }),
  allowedPrograms: call({
    method: 'GET',
    path: '/v2/user/allowed-programs/{id}',
    members: ['full'],
    summary: 'Programs that can be switched on or off',
    params: UserPath,
    result: z.array(AllowedProgram),
  }),
  allowedDrawPrograms: call({
    method: 'GET',
    path: '/v2/user/allowed-draw-programs/{id}',
    members: ['full'],
    summary: 'Programs as the page shows them, in display order; those not allowed have a reason',
    params: UserPath,
    result: z.array(ListedProgram),
  }),
  programPreview: call({
    method: 'POST',
    path: '/v2/user/program-preview',
    members: ['full'],
    summary: 'What switching a program of a service does to the money, before it is done; changes nothing',
    outdates: [],
    body: SwitchProgram.extend({ user_id: AskedUser }),
    result: ProgramChangeSummary,
    problems: SWITCH_PROBLEMS,
  }),
  changeProgram: call({
    method: 'POST',
    path: '/v2/user/change-program',
    members: ['full'],
    summary: 'Switch a program of a service on or off',
    outdates: CHANGED_SERVICE,
    body: SwitchProgram.extend({ user_id: AskedUser, version: Version.optional() }),
    result: ProgramChangeSummary,
    problems: SWITCH_PROBLEMS,
  }),
};

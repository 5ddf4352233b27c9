import { z } from 'zod';
import { AskedUser } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { CHANGED_SERVICE } from '../kernel/call/outdates.ts';
import { OnlyFew } from '../services/telephone-shapes.ts';
import { InstantText, PageQuery, text, pageOf } from '../kernel/call/wire.ts';
import {
  AllowedProgram,
  ListedProgram,
  ProgramChangeSummary,
  SWITCH_PROBLEMS,
  SwitchProgram,
} from '../services/program.ts';
import { Control, UserPath, UserType, Version } from '../shapes.ts';
import { ListedAny, Overview, Places, Spending, User } from './user-shapes.ts';

const KindQuery = z.enum(['internet', 'tv', 'sip', 'mail', 'telephone']).optional();

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
  overview: call({
    method: 'GET',
    path: '/v2/user/overview',
    persons: true,
    members: ['payer', 'technician', 'full'],
    summary: 'A contract of many services in short: by place, exceptions first; null for one of up to 12',
    result: Overview.nullable(),
  }),
  places: call({
    method: 'GET',
    path: '/v2/user/places',
    members: ['payer', 'technician', 'full'],
    summary: 'Places of the services: those that differ first, then those with most services',
    query: PageQuery.extend({ kind: KindQuery }),
    result: Places,
  }),
  find: call({
    method: 'GET',
    path: '/v2/user/find',
    members: ['payer', 'technician', 'full'],
    summary: 'Services and numbers by text, kind and place, in display order',
    query: PageQuery.extend({
      q: text(100).trim().optional().meta({
        description: 'A part of the name, login, address or plan; digits of a number in any spelling',
      }),
      kind: KindQuery,
      address: text(1000).optional().meta({ description: 'Of this place; empty: those that have no place' }),
      troubled: z.literal('1').optional().meta({ description: 'Only those that need attention' }),
    }),
    result: pageOf(ListedAny).extend({ count: z.int().meta({ description: 'On all pages' }) }),
  }),
  spending: call({
    method: 'GET',
    path: '/v2/user/spending',
    members: ['payer', 'full'],
    summary: 'What this month has cost by kind of service, and the latest days with equal lines as one',
    result: Spending,
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

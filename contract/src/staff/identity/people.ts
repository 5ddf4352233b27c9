import { z } from 'zod';
import { operatorCall, OPERATOR_ROLES } from '../../kernel/call/staff-call.ts';
import { InstantText } from '../../kernel/call/wire.ts';
import { Invited, Me, RolesTold, StaffLogin, StaffName, StaffRoles } from './shapes.ts';

const ADMIN = ['admin'] as const;
/** A role that moves money or lets people in is given by two. */
const BY_TWO = { second: 0, counts: 'rights', agrees: ['admin', 'owner'] } as const;
const body = z.strictObject({ login: StaffLogin });
const Changed = z.object({ login: z.string(), roles: RolesTold, sessions_ended: z.int() });

/** People of the staff: who they are, and in which roles. */
export const people = {
  add: operatorCall({
    method: 'POST',
    path: '/staff/v1/staff/add',
    confirm: true,
    summary: 'Adds a person and gives the code by which she comes in, once, within an hour',
    roles: ADMIN,
    command: {
      words: 'staff add',
      arguments: { login: 'логин', roles: 'роли', name: 'имя' },
      help: `добавить сотрудника: ссылка для первого входа действует час; роли через запятую: ${OPERATOR_ROLES.join(', ')}`,
    },
    body: z.strictObject({
      login: StaffLogin,
      roles: StaffRoles,
      name: StaffName.optional().meta({ description: 'Clients read it. Default: the login' }),
    }),
    result: Invited,
    problems: ['login_taken', 'second_person_needed'],
    ...BY_TWO,
  }),
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/staff/list',
    summary: 'All people of the staff, by login',
    roles: ['owner', 'admin', 'auditor'],
    command: { words: 'staff list', help: 'сотрудники, их роли, кто сейчас в рабочем месте' },
    result: z.array(
      z.object({
        person_id: z.int(),
        login: z.string(),
        name: z.string(),
        roles: RolesTold,
        state: z.enum(['invited', 'active', 'blocked']).meta({
          description: 'invited: has never come in, or must choose the second factor anew',
        }),
        added_at: InstantText,
        sessions: z.int().meta({ description: 'Living now' }),
        last_used_at: InstantText.nullable(),
      }),
    ),
  }),
  roles: operatorCall({
    method: 'POST',
    path: '/staff/v1/staff/roles',
    confirm: true,
    summary: 'Gives a person other roles; ends her sessions',
    roles: ADMIN,
    command: {
      words: 'staff roles',
      arguments: { login: 'логин', roles: 'роли' },
      help: 'сменить роли сотрудника; его сеансы закончатся',
    },
    body: z.strictObject({ login: StaffLogin, roles: StaffRoles }),
    result: Changed,
    problems: ['person_unknown', 'last_admin', 'not_oneself', 'second_person_needed'],
    ...BY_TWO,
  }),
  block: operatorCall({
    method: 'POST',
    path: '/staff/v1/staff/block',
    confirm: true,
    summary: 'Shuts a person out at once: her sessions and invitations end',
    roles: ADMIN,
    command: {
      words: 'staff block',
      arguments: { login: 'логин' },
      help: 'закрыть сотруднику вход, сеансы закончатся сразу',
    },
    body,
    result: Changed.extend({
      keys: z
        .array(z.object({ key_id: z.int(), name: z.string() }))
        .meta({ description: 'Keys of programs that she has made, and that still work' }),
    }),
    problems: ['person_unknown', 'last_admin', 'not_oneself'],
  }),
  unblock: operatorCall({
    method: 'POST',
    path: '/staff/v1/staff/unblock',
    confirm: true,
    summary: 'Lets a person in again, with her password and second factor',
    roles: ADMIN,
    command: { words: 'staff unblock', arguments: { login: 'логин' }, help: 'снова открыть сотруднику вход' },
    body,
    result: z.object({ login: z.string(), roles: RolesTold }),
    problems: ['person_unknown', 'second_person_needed'],
    ...BY_TWO,
  }),
  invite: operatorCall({
    method: 'POST',
    path: '/staff/v1/staff/invite',
    confirm: true,
    summary: 'Gives a new code to choose another password and second factor; what was lost works until then',
    roles: ADMIN,
    command: {
      words: 'staff invite',
      arguments: { login: 'логин' },
      help: 'новая ссылка для входа: сотрудник забыл пароль или потерял телефон с кодами',
    },
    body,
    result: Invited,
    problems: ['person_unknown', 'person_blocked', 'second_person_needed'],
    ...BY_TWO,
  }),
};

export const me = {
  get: operatorCall({
    method: 'GET',
    path: '/staff/v1/me',
    summary: 'Who makes the calls, in which roles, and what he may do',
    roles: OPERATOR_ROLES,
    everybody: true,
    command: { words: 'me', help: 'от чьего имени и в каких ролях работают команды' },
    result: Me,
  }),
};

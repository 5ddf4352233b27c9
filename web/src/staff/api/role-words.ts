import type { Me } from './me.ts';

type Role = Me['roles'][number];

/** Roles as people of an office call them. */
const WORDS: Record<Role, string> = {
  cashier: 'касса',
  support: 'первая линия',
  technician: 'мастер',
  engineer: 'инженер',
  accountant: 'бухгалтерия',
  owner: 'владелец',
  admin: 'администратор',
  auditor: 'проверяющий',
};

export const rolesText = (roles: readonly Role[]): string => roles.map((role) => WORDS[role]).join(', ');

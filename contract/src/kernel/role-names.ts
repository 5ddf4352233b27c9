import type { ActingRole } from './call/staff-call.ts';

/** Roles as the staff and, where they may, clients read them. */
export const ROLE_NAMES: Readonly<Record<ActingRole, string>> = {
  cashier: 'кассир',
  support: 'поддержка',
  technician: 'монтажник',
  engineer: 'инженер',
  accountant: 'бухгалтер',
  owner: 'руководитель',
  admin: 'администратор',
  auditor: 'проверяющий',
  program: 'программа',
  server: 'администратор сервера',
};

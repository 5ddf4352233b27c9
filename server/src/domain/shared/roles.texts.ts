import type { ActingRole } from '@kabinet/contract/kernel/call/staff-call';

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

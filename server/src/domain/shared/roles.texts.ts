import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';

export const ROLE_NAMES: Readonly<Record<OperatorRole, string>> = {
  cashier: 'кассир',
  accountant: 'бухгалтер',
  engineer: 'инженер',
  admin: 'администратор',
};

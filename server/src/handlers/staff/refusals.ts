import { accountTyped } from '#server/domain/payments/payment-agents/account-typed.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';

/** A field that matches its schema but still makes no sense. */
export const wrongField = (path: string, message: string): Problem =>
  new Problem('bad_input', { errors: [{ path: `body.${path}`, message }] });

/** Normalises spaces and letters of a typed account number. */
export function accountOf(typed: string): string {
  const account = accountTyped(typed);
  if (account === undefined) throw wrongField('account_no', `Это не номер счёта: ${typed}`);
  return account;
}

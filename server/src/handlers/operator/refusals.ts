import { accountTyped } from '#domain/payments/payment-agents/account-typed.rules.ts';
import { Problem } from '#kernel/problem.ts';

/** A field that its schema lets in and that still makes no sense. */
export const wrongField = (path: string, message: string): Problem =>
  new Problem('bad_input', { errors: [{ path: `body.${path}`, message }] });

/** An account number as a person typed it, in one form of spaces and letters. */
export function accountOf(typed: string): string {
  const account = accountTyped(typed);
  if (account === undefined) throw wrongField('account_no', `Это не номер счёта: ${typed}`);
  return account;
}

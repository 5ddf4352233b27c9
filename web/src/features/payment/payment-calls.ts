import type { Params } from '@kabinet/contract/kernel/call/route-pattern';
import { subPath } from '@kabinet/contract/kernel/pages/address';
import { asked, type Answers, type ScreenCall } from '#web/api/page-data.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { amountProblem } from '#web/shared/money/amount-problem.ts';
import { wireOf } from './amount/amount.ts';
import { firstText } from './amount/use-sum.ts';

/** The calls of the payment of one account, which the server makes for its page. */
export function paymentCalls({ p }: Params): ScreenCall[] {
  const account = p === 't' ? 't' : 'i';
  return [
    asked(contract.payment.expectedPrice, { query: { p: account } }),
    asked(contract.promisedPayment.get, { query: { p: account } }),
    asked(contract.autopayment.get, { query: { p: account } }),
    asked(contract.calendar.get, {}),
  ];
}

/** The ways to pay, for the sum that the form begins with. */
export function optionsCalls(answers: Answers, { p, amount: addressed }: Params): ScreenCall[] {
  const price = answers[subPath(contract.payment.expectedPrice)] as
    | Wire<typeof contract.payment.expectedPrice>
    | undefined;
  if (!price) return [];
  const text = firstText(price, addressed);
  const amount = amountProblem(text, price) === undefined ? wireOf(text) : undefined;
  const query = { p: p === 't' ? ('t' as const) : ('i' as const), ...(amount !== undefined && { amount }) };
  return [asked(contract.payment.options, { query })];
}

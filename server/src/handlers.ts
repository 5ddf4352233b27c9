import { contract, type Contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call';
import { authHandlers } from '#features/auth/auth.handlers.ts';
import { autopaymentHandlers } from '#features/autopayment/autopayment.handlers.ts';
import { calendarHandlers } from '#features/calendar/calendar.handlers.ts';
import { defaultHandlers } from '#features/default/default.handlers.ts';
import { documentHandlers } from '#features/document/document.handlers.ts';
import { internetAccountHandlers } from '#features/internet-account/internet-account.handlers.ts';
import { internetContractHandlers } from '#features/internet-contract/internet-contract.handlers.ts';
import { internetUserHandlers } from '#features/internet-user/internet-user.handlers.ts';
import { internetScheduleHandlers } from '#features/internet-schedule/internet-schedule.handlers.ts';
import { notBuilt } from '#domain/call/not-built.ts';
import { noticeHandlers } from '#features/notice/notice.handlers.ts';
import { paymentHandlers } from '#features/payment/payment.handlers.ts';
import { planHandlers } from '#features/plan/plan.handlers.ts';
import { promisedPaymentHandlers } from '#features/promised-payment/promised-payment.handlers.ts';
import { supportHandlers } from '#features/support/support.handlers.ts';
import { suspensionHandlers } from '#features/suspension/suspension.handlers.ts';
import { telephoneHandlers } from '#features/telephone/telephone.handlers.ts';
import { telephoneAccountHandlers } from '#features/telephone-account/telephone-account.handlers.ts';
import { telephoneCallHandlers } from '#features/telephone-call/telephone-call.handlers.ts';
import { telephoneNumberHandlers } from '#features/telephone-number/telephone-number.handlers.ts';
import { userHandlers } from '#features/user/user.handlers.ts';
import { userProgramHandlers } from '#features/user-program/user-program.handlers.ts';
import type { AnyHandler, Handlers } from '#kernel/world.ts';

/** Contract → handler: complete, or it does not compile. */
const handlers: { readonly [Group in keyof Contract]: Handlers<Contract[Group]> } = {
  auth: authHandlers,
  autopayment: autopaymentHandlers,
  byDefault: defaultHandlers,
  calendar: calendarHandlers,
  document: documentHandlers,
  emailUser: { list: notBuilt, get: notBuilt, create: notBuilt, remove: notBuilt },
  internetAccount: internetAccountHandlers,
  internetContract: internetContractHandlers,
  internetSchedule: internetScheduleHandlers,
  internetUser: internetUserHandlers,
  notice: noticeHandlers,
  payment: paymentHandlers,
  plan: planHandlers,
  promisedPayment: promisedPaymentHandlers,
  support: supportHandlers,
  suspension: suspensionHandlers,
  telephone: telephoneHandlers,
  telephoneAccount: telephoneAccountHandlers,
  telephoneCall: telephoneCallHandlers,
  telephoneNumber: telephoneNumberHandlers,
  tvPlan: { change: notBuilt, changeOption: notBuilt },
  tvUser: { remoteControl: notBuilt },
  user: userHandlers,
  userProgram: userProgramHandlers,
};

const byCall = new Map<Call, AnyHandler>();
for (const [group, calls] of Object.entries(contract)) {
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    const handler = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[group]?.[name];
    if (!handler) throw new Error(`No handler for ${group}.${name}`);
    byCall.set(call, handler);
  }
}

export function handlerOf(call: Call): AnyHandler {
  const handler = byCall.get(call);
  if (!handler) throw new Error(`Not a call of the contract: ${call.path}`);
  return handler;
}

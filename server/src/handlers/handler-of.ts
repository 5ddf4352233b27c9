import { contract, type Contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import type { AnyHandler, Handlers } from '#kernel/world.ts';
import { archiveHandlers } from './archive/archive.handlers.ts';
import { authHandlers } from './auth/auth.handlers.ts';
import { autopaymentHandlers } from './autopayment/autopayment.handlers.ts';
import { calendarHandlers } from './calendar/calendar.handlers.ts';
import { consentHandlers } from './consent/consent.handlers.ts';
import { defaultHandlers } from './default/default.handlers.ts';
import { documentHandlers } from './document/document.handlers.ts';
import { emailUserHandlers } from './email-user/email-user.handlers.ts';
import { familyHandlers } from './family/family.handlers.ts';
import { internetAccountHandlers } from './internet-account/internet-account.handlers.ts';
import { internetContractHandlers } from './internet-contract/internet-contract.handlers.ts';
import { internetUserHandlers } from './internet-user/internet-user.handlers.ts';
import { internetScheduleHandlers } from './internet-schedule/internet-schedule.handlers.ts';
import { byCall } from './shared/by-call.ts';
import { networkHandlers } from './network/network.handlers.ts';
import { noticeHandlers } from './notice/notice.handlers.ts';
import { paymentHandlers } from './payment/payment.handlers.ts';
import { personalKeyHandlers } from './personal-key/personal-key.handlers.ts';
import { planHandlers } from './plan/plan.handlers.ts';
import { promisedPaymentHandlers } from './promised-payment/promised-payment.handlers.ts';
import { recoveryHandlers } from './recovery/recovery.handlers.ts';
import { sipUserHandlers } from './sip-user/sip-user.handlers.ts';
import { speedTestHandlers } from './speed-test/speed-test.handlers.ts';
import { securityHandlers } from './security/security.handlers.ts';
import { supportHandlers } from './support/support.handlers.ts';
import { suspensionHandlers } from './suspension/suspension.handlers.ts';
import { telephoneHandlers } from './telephone/telephone.handlers.ts';
import { telephoneAccountHandlers } from './telephone-account/telephone-account.handlers.ts';
import { telephoneCallHandlers } from './telephone-call/telephone-call.handlers.ts';
import { telephoneNumberHandlers } from './telephone-number/telephone-number.handlers.ts';
import { tvPlanHandlers } from './tv-plan/tv-plan.handlers.ts';
import { tvUserHandlers } from './tv-user/tv-user.handlers.ts';
import { userHandlers } from './user/user.handlers.ts';
import { userProgramHandlers } from './user-program/user-program.handlers.ts';

/** The handlers of all calls; a missing one does not compile. */
const handlers: { readonly [Group in keyof Contract]: Handlers<Contract[Group]> } = {
  archive: archiveHandlers,
  auth: authHandlers,
  autopayment: autopaymentHandlers,
  byDefault: defaultHandlers,
  calendar: calendarHandlers,
  consent: consentHandlers,
  document: documentHandlers,
  emailUser: emailUserHandlers,
  family: familyHandlers,
  internetAccount: internetAccountHandlers,
  internetContract: internetContractHandlers,
  internetSchedule: internetScheduleHandlers,
  internetUser: internetUserHandlers,
  network: networkHandlers,
  notice: noticeHandlers,
  payment: paymentHandlers,
  personalKey: personalKeyHandlers,
  plan: planHandlers,
  promisedPayment: promisedPaymentHandlers,
  recovery: recoveryHandlers,
  sipUser: sipUserHandlers,
  speedTest: speedTestHandlers,
  security: securityHandlers,
  support: supportHandlers,
  suspension: suspensionHandlers,
  telephone: telephoneHandlers,
  telephoneAccount: telephoneAccountHandlers,
  telephoneCall: telephoneCallHandlers,
  telephoneNumber: telephoneNumberHandlers,
  tvPlan: tvPlanHandlers,
  tvUser: tvUserHandlers,
  user: userHandlers,
  userProgram: userProgramHandlers,
};

/** The handlers of the calls that HTTP serves. */
export const handlerOf = byCall(contract, handlers) as (call: Call) => AnyHandler;

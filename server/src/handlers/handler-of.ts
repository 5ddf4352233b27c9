import { contract, type Contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import type { AnyHandler, Handlers } from '#server/kernel/world.ts';
import { archiveHandlers } from './identity/archive/archive.handlers.ts';
import { authHandlers } from './identity/auth/auth.handlers.ts';
import { autopaymentHandlers } from './money/autopayment/autopayment.handlers.ts';
import { calendarHandlers } from './messaging/calendar/calendar.handlers.ts';
import { consentHandlers } from './identity/consent/consent.handlers.ts';
import { defaultHandlers } from './default/default.handlers.ts';
import { documentHandlers } from './money/document/document.handlers.ts';
import { emailUserHandlers } from './services/email-user/email-user.handlers.ts';
import { familyHandlers } from './identity/family/family.handlers.ts';
import { internetAccountHandlers } from './money/internet-account/internet-account.handlers.ts';
import { internetContractHandlers } from './services/internet-contract/internet-contract.handlers.ts';
import { internetUserHandlers } from './services/internet-user/internet-user.handlers.ts';
import { invitationHandlers } from './identity/invitation/invitation.handlers.ts';
import { internetScheduleHandlers } from './services/internet-schedule/internet-schedule.handlers.ts';
import { besideOther } from './shared/beside-other.ts';
import { LONG_READS } from './long-reads.ts';
import { byCall } from './shared/by-call.ts';
import { fromStandby } from './shared/from-standby.ts';
import { networkHandlers } from './support/network/network.handlers.ts';
import { noticeHandlers } from './messaging/notice/notice.handlers.ts';
import { paymentHandlers } from './money/payment/payment.handlers.ts';
import { paymentLinkHandlers } from './money/payment-link/payment-link.handlers.ts';
import { personalKeyHandlers } from './identity/personal-key/personal-key.handlers.ts';
import { planHandlers } from './services/plan/plan.handlers.ts';
import { promisedPaymentHandlers } from './money/promised-payment/promised-payment.handlers.ts';
import { REFUSED_BESIDE } from './refused-beside.ts';
import { recoveryHandlers } from './identity/recovery/recovery.handlers.ts';
import { sipUserHandlers } from './services/sip-user/sip-user.handlers.ts';
import { speedTestHandlers } from './services/speed-test/speed-test.handlers.ts';
import { securityHandlers } from './identity/security/security.handlers.ts';
import { supportHandlers } from './support/support/support.handlers.ts';
import { suspensionHandlers } from './services/suspension/suspension.handlers.ts';
import { telephoneHandlers } from './services/telephone/telephone.handlers.ts';
import { telephoneAccountHandlers } from './money/telephone-account/telephone-account.handlers.ts';
import { telephoneCallHandlers } from './services/telephone-call/telephone-call.handlers.ts';
import { telephoneNumberHandlers } from './services/telephone-number/telephone-number.handlers.ts';
import { tvPlanHandlers } from './services/tv-plan/tv-plan.handlers.ts';
import { tvUserHandlers } from './services/tv-user/tv-user.handlers.ts';
import { userHandlers } from './identity/user/user.handlers.ts';
import { userProgramHandlers } from './services/user-program/user-program.handlers.ts';

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
  invitation: invitationHandlers,
  network: networkHandlers,
  notice: noticeHandlers,
  payment: paymentHandlers,
  paymentLink: paymentLinkHandlers,
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
export const handlerOf = fromStandby(
  contract,
  LONG_READS,
  besideOther(contract, REFUSED_BESIDE, byCall(contract, handlers) as (call: Call) => AnyHandler),
);

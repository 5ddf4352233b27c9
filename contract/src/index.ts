// The whole API: one group of calls per resource, in the order of the specification.
import { archive } from './identity/archive.ts';
import { auth } from './identity/auth.ts';
import { autopayment } from './money/autopayment.ts';
import { calendar } from './messaging/calendar.ts';
import { byDefault } from './default.ts';
import { consent } from './identity/consent.ts';
import { document } from './money/document.ts';
import { emailUser } from './services/email-user.ts';
import { family } from './identity/family.ts';
import { internetAccount } from './money/internet-account.ts';
import { internetContract } from './services/internet-contract.ts';
import { internetSchedule } from './services/internet-schedule.ts';
import { internetUser } from './services/internet-user.ts';
import { invitation } from './identity/invitation.ts';
import type { Call } from './kernel/call/call.ts';
import { manyServices } from './identity/many-services.ts';
import { network } from './support/network.ts';
import { notice } from './messaging/notice.ts';
import { payment } from './money/payment.ts';
import { paymentLink } from './money/payment-link.ts';
import { personalKey } from './identity/personal-key.ts';
import { plan } from './services/plan.ts';
import { promisedPayment } from './money/promised-payment.ts';
import { recovery } from './identity/recovery.ts';
import { sipUser } from './services/sip-user.ts';
import { speedTest } from './services/speed-test.ts';
import { security } from './identity/security.ts';
import { support } from './support/support.ts';
import { suspension } from './services/suspension.ts';
import { telephone } from './services/telephone.ts';
import { telephoneAccount } from './money/telephone-account.ts';
import { telephoneCall } from './services/telephone-call.ts';
import { telephoneNumber } from './services/telephone-number.ts';
import { tvPlan } from './services/tv-plan.ts';
import { tvUser } from './services/tv-user.ts';
import { user } from './identity/user.ts';
import { userProgram } from './services/user-program.ts';

export const contract = {
  archive,
  auth,
  autopayment,
  byDefault,
  calendar,
  consent,
  document,
  emailUser,
  family,
  internetAccount,
  internetContract,
  internetSchedule,
  internetUser,
  invitation,
  network,
  notice,
  payment,
  paymentLink,
  personalKey,
  plan,
  promisedPayment,
  recovery,
  sipUser,
  speedTest,
  security,
  support,
  suspension,
  telephone,
  telephoneAccount,
  telephoneCall,
  telephoneNumber,
  tvPlan,
  tvUser,
  user: { ...manyServices, ...user },
  userProgram,
};

export type Contract = typeof contract;

/** Every call of the API, in the order of the table. */
export const allCalls: readonly Call[] = Object.values(contract).flatMap((group) => Object.values(group) as Call[]);

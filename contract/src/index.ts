// The whole API: one group of calls per resource, in the order of the specification.
import { archive } from './archive.ts';
import { auth } from './auth.ts';
import { autopayment } from './autopayment.ts';
import { calendar } from './calendar.ts';
import { byDefault } from './default.ts';
import { consent } from './consent.ts';
import { document } from './document.ts';
import { emailUser } from './email-user.ts';
import { family } from './family.ts';
import { internetAccount } from './internet-account.ts';
import { internetContract } from './internet-contract.ts';
import { internetSchedule } from './internet-schedule.ts';
import { internetUser } from './internet-user.ts';
import type { Call } from './kernel/call.ts';
import { network } from './network.ts';
import { notice } from './notice.ts';
import { payment } from './payment.ts';
import { personalKey } from './personal-key.ts';
import { plan } from './plan.ts';
import { promisedPayment } from './promised-payment.ts';
import { recovery } from './recovery.ts';
import { sipUser } from './sip-user.ts';
import { speedTest } from './speed-test.ts';
import { security } from './security.ts';
import { support } from './support.ts';
import { suspension } from './suspension.ts';
import { telephone } from './telephone.ts';
import { telephoneAccount } from './telephone-account.ts';
import { telephoneCall } from './telephone-call.ts';
import { telephoneNumber } from './telephone-number.ts';
import { tvPlan } from './tv-plan.ts';
import { tvUser } from './tv-user.ts';
import { user } from './user.ts';
import { userProgram } from './user-program.ts';

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
  network,
  notice,
  payment,
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
  user,
  userProgram,
};

export type Contract = typeof contract;

/** Every call of the API, in the order of the table. */
export const allCalls: readonly Call[] = Object.values(contract).flatMap((group) => Object.values(group) as Call[]);

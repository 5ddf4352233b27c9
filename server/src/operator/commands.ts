import type { Call } from '@kabinet/contract/kernel/call/call';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import { byCall } from '../handlers/shared/by-call.ts';
import type { BareCommand, CommandOf, CommandsOf } from './command.ts';
import { auditCommands } from './commands/audit.ts';
import { autopaymentCommands } from './commands/autopayment.ts';
import { callCommands } from './commands/calls.ts';
import { chargingCommands } from './commands/charging.ts';
import { checkCommand } from './commands/check.ts';
import { consentCommands } from './commands/consents.ts';
import { contractCommands } from './commands/contracts.ts';
import { importCommands } from './commands/imports.ts';
import { jobsCommands } from './commands/jobs.ts';
import { ledgerCommands } from './commands/ledger.ts';
import { migrateCommand } from './commands/migrate.ts';
import { networkCommands } from './commands/network.ts';
import { officeCommands } from './commands/office.ts';
import { outboxCommands } from './commands/outbox.ts';
import { paymentAgentCommands } from './commands/payment-agents.ts';
import { paymentCommands } from './commands/payments.ts';
import { priceCommands } from './commands/prices.ts';
import { receiptCommands } from './commands/receipts.ts';
import { reconciliationCommands } from './commands/reconciliation.ts';
import { refundCommands } from './commands/refunds.ts';
import { serviceKeyCommands } from './commands/service-key.ts';
import { serviceCommands } from './commands/services.ts';
import { goalCommands, incidentCommands, orderCommands } from './commands/support.ts';
import { textCommands } from './commands/texts.ts';
import { transferCommands } from './commands/transfers.ts';

/** The only commands outside the table of calls. */
export const bareCommands: readonly BareCommand[] = [checkCommand, migrateCommand];

const commands: { readonly [Group in keyof OperatorContract]: CommandsOf<OperatorContract[Group]> } = {
  ledger: ledgerCommands,
  charging: chargingCommands,
  payments: paymentCommands,
  autopayment: autopaymentCommands,
  receipts: receiptCommands,
  refunds: refundCommands,
  reconciliation: reconciliationCommands,
  paymentAgents: paymentAgentCommands,
  transfers: transferCommands,
  office: officeCommands,
  outbox: outboxCommands,
  jobs: jobsCommands,
  network: networkCommands,
  calls: callCommands,
  prices: priceCommands,
  contracts: contractCommands,
  imports: importCommands,
  consents: consentCommands,
  services: serviceCommands,
  serviceKey: serviceKeyCommands,
  orders: orderCommands,
  goals: goalCommands,
  incidents: incidentCommands,
  texts: textCommands,
  audit: auditCommands,
};

/** How the command line reads and prints a call of the operator. */
export const commandOf = byCall(operatorContract, commands) as (call: Call) => CommandOf<OperatorCall>;

import type { BareCommand, Command } from './command.ts';
import { autopaymentCommands } from './commands/autopayment.ts';
import { callCommands } from './commands/calls.ts';
import { chargingCommands } from './commands/charging.ts';
import { checkCommand } from './commands/check.ts';
import { contractCommands } from './commands/contracts.ts';
import { ledgerCommands } from './commands/ledger.ts';
import { networkCommands } from './commands/network.ts';
import { officeCommands } from './commands/office.ts';
import { outboxCommands } from './commands/outbox.ts';
import { paymentCommands } from './commands/payments.ts';
import { receiptCommands } from './commands/receipts.ts';
import { reconciliationCommands } from './commands/reconciliation.ts';
import { refundCommands } from './commands/refunds.ts';
import { serviceCommands } from './commands/services.ts';
import { serviceKeyCommands } from './commands/service-key.ts';
import { paymentAgentCommands } from './commands/payment-agents.ts';
import { transferCommands } from './commands/transfers.ts';

/** Everything the operator can say, in the order of the help. */
export const commands: readonly (Command | BareCommand)[] = [
  checkCommand,
  ...ledgerCommands,
  ...chargingCommands,
  ...paymentCommands,
  ...autopaymentCommands,
  ...receiptCommands,
  ...refundCommands,
  ...reconciliationCommands,
  ...paymentAgentCommands,
  ...transferCommands,
  ...officeCommands,
  ...outboxCommands,
  ...networkCommands,
  ...callCommands,
  ...contractCommands,
  ...serviceCommands,
  ...serviceKeyCommands,
];

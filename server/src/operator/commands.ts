import type { Call } from '@kabinet/contract/kernel/call/call';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import { byCall } from '../handlers/shared/by-call.ts';
import type { BareCommand, CommandOf, CommandsOf } from './command.ts';
import { bashCompletions } from './completions.ts';
import { auditCommands } from './commands/running/audit.ts';
import { autopaymentCommands } from './commands/money/autopayment.ts';
import { callPackageCommands, callRateCommands, callZoneCommands } from './commands/services/call-rates.ts';
import { catalogueCommands } from './commands/services/catalogue.ts';
import { placeCommands } from './commands/services/places.ts';
import { callCommands } from './commands/services/calls.ts';
import { chargingCommands } from './commands/money/charging.ts';
import { shadowCommands } from './commands/money/shadow.ts';
import { checkCommand } from './commands/running/check.ts';
import { consentCommands } from './commands/identity/consents.ts';
import { contractCommands } from './commands/identity/contracts.ts';
import { importCommands } from './commands/running/imports.ts';
import { billingCommands } from './commands/running/billing.ts';
import { eventCommands } from './commands/running/events.ts';
import { webhookCommands } from './commands/running/webhooks.ts';
import { inboxCommands } from './commands/running/inbox.ts';
import { jobsCommands } from './commands/running/jobs.ts';
import { keysCommands } from './commands/identity/keys.ts';
import { ledgerCommands } from './commands/money/ledger.ts';
import { migrateCommand } from './commands/running/migrate.ts';
import { networkCommands } from './commands/services/network.ts';
import {
  networkDeviceCommands,
  networkLineCommands,
  networkProfileCommands,
  networkTemplateCommands,
} from './commands/services/network-access.ts';
import { networkStateCommands } from './commands/services/network-state.ts';
import { cashCommands, deskCommands, deskScreenCommands, shiftCommands } from './commands/money/cash.ts';
import { debtorCommands } from './commands/money/debtors.ts';
import { officeCommands } from './commands/money/office.ts';
import { outboxCommands } from './commands/running/outbox.ts';
import { paymentAgentCommands } from './commands/money/payment-agents.ts';
import { paymentCommands } from './commands/money/payments.ts';
import { meCommands, peopleCommands } from './commands/identity/people.ts';
import { priceCommands } from './commands/money/prices.ts';
import { reportCommands } from './commands/money/reports.ts';
import { receiptCommands } from './commands/money/receipts.ts';
import { reconciliationCommands } from './commands/money/reconciliation.ts';
import { refundCommands } from './commands/money/refunds.ts';
import { clientCommands } from './commands/identity/clients.ts';
import { moveCommands } from './commands/identity/moves.ts';
import { paperCommands } from './commands/identity/papers.ts';
import { regroupingCommands } from './commands/identity/regroupings.ts';
import { connectCommands } from './commands/identity/connect.ts';
import { noteCommands } from './commands/identity/notes.ts';
import { paymentLinkCommands, promiseCommands } from './commands/money/promises.ts';
import { individualPriceCommands } from './commands/services/individual-prices.ts';
import { planCommands } from './commands/services/plans.ts';
import { cardCommands } from './commands/identity/card.ts';
import { unmaskCommands } from './commands/identity/unmask.ts';
import { timelineCommands } from './commands/identity/timeline.ts';
import { searchCommands } from './commands/identity/search.ts';
import { serviceKeyCommands } from './commands/identity/service-key.ts';
import { serviceCommands } from './commands/services/services.ts';
import { orderCommands } from './commands/support/orders.ts';
import { goalCommands, incidentCommands } from './commands/support/support.ts';
import { campaignCommands } from './commands/messaging/campaigns.ts';
import { textCommands } from './commands/messaging/texts.ts';
import { transferCommands } from './commands/money/transfers.ts';

const completionsCommand: BareCommand = {
  words: 'completions bash',
  help: 'подсказки по Tab для bash: alias operator="npm run --silent operator --"; source <(operator completions bash)',
  run: (say) => {
    say(bashCompletions(bareCommands));
    return Promise.resolve(0);
  },
};

/** The only commands outside the table of calls. */
export const bareCommands: readonly BareCommand[] = [checkCommand, migrateCommand, completionsCommand];

const commands: { readonly [Group in keyof OperatorContract]: CommandsOf<OperatorContract[Group]> } = {
  search: searchCommands,
  card: cardCommands,
  timeline: timelineCommands,
  unmask: unmaskCommands,
  inbox: inboxCommands,
  ledger: ledgerCommands,
  charging: chargingCommands,
  shadow: shadowCommands,
  payments: paymentCommands,
  autopayment: autopaymentCommands,
  receipts: receiptCommands,
  refunds: refundCommands,
  reconciliation: reconciliationCommands,
  paymentAgents: paymentAgentCommands,
  transfers: transferCommands,
  office: officeCommands,
  desks: deskCommands,
  shifts: shiftCommands,
  cash: cashCommands,
  desk: deskScreenCommands,
  debtors: debtorCommands,
  reports: reportCommands,
  outbox: outboxCommands,
  jobs: jobsCommands,
  events: eventCommands,
  billing: billingCommands,
  webhooks: webhookCommands,
  network: networkCommands,
  networkProfiles: networkProfileCommands,
  networkLines: networkLineCommands,
  networkDevices: networkDeviceCommands,
  networkTemplates: networkTemplateCommands,
  networkState: networkStateCommands,
  calls: callCommands,
  catalogue: catalogueCommands,
  prices: priceCommands,
  callRates: callRateCommands,
  callPackages: callPackageCommands,
  callZones: callZoneCommands,
  places: placeCommands,
  contracts: contractCommands,
  notes: noteCommands,
  connect: connectCommands,
  clients: clientCommands,
  moves: moveCommands,
  papers: paperCommands,
  regroupings: regroupingCommands,
  imports: importCommands,
  consents: consentCommands,
  services: serviceCommands,
  plans: planCommands,
  individualPrices: individualPriceCommands,
  promises: promiseCommands,
  paymentLinks: paymentLinkCommands,
  serviceKey: serviceKeyCommands,
  orders: orderCommands,
  goals: goalCommands,
  incidents: incidentCommands,
  texts: textCommands,
  campaigns: campaignCommands,
  audit: auditCommands,
  staff: peopleCommands,
  keys: keysCommands,
  me: meCommands,
};

/** How the command line reads and prints a call of the operator. */
export const commandOf = byCall(operatorContract, commands) as (call: Call) => CommandOf<OperatorCall>;

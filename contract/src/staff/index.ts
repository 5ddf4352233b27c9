// All calls of the operator, in the order of the help.
import type { Call } from '../kernel/call/call.ts';
import { isOperatorCall, type OperatorCall } from '../kernel/call/staff-call.ts';
import { approvals } from './identity/approvals.ts';
import { audit } from './running/audit.ts';
import { billing } from './running/billing.ts';
import { staffAutopayment } from './money/autopayment.ts';
import { calls } from './services/calls.ts';
import { callPackages } from './services/call-packages.ts';
import { callRates, callZones } from './services/call-rates.ts';
import { cash, desk } from './money/cash.ts';
import { catalogue } from './services/catalogue.ts';
import { charging } from './money/charging.ts';
import { shadow } from './running/shadow.ts';
import { consents } from './identity/consents.ts';
import { contracts } from './identity/contracts.ts';
import { entry } from './identity/entry.ts';
import { openId, ownOpenId } from './identity/openid.ts';
import { own, ownPasskeys } from './identity/own.ts';
import { keys } from './identity/keys.ts';
import { me, people } from './identity/people.ts';
import { debtors } from './money/debtors.ts';
import { desks, shifts } from './money/desks.ts';
import { events } from './running/events.ts';
import { inbox } from './running/inbox.ts';
import { jobs } from './running/jobs.ts';
import { ledger } from './money/ledger.ts';
import { staffNetwork } from './services/network.ts';
import { networkDevices, networkTemplates } from './services/network-devices.ts';
import { networkLines } from './services/network-lines.ts';
import { networkState } from './services/network-state.ts';
import { networkProfiles } from './services/network-profiles.ts';
import { office } from './money/office.ts';
import { outbox } from './running/outbox.ts';
import { paymentAgents } from './money/payment-agents.ts';
import { payments, refunds } from './money/payments.ts';
import { prices } from './money/prices.ts';
import { receipts } from './money/receipts.ts';
import { reconciliation } from './money/reconciliation.ts';
import { reports } from './money/reports.ts';
import { serviceKey, services } from './services/services.ts';
import { individualPrices } from './services/individual-prices.ts';
import { staffPlans } from './services/plans.ts';
import { staffPaymentLinks, staffPromises } from './money/promises.ts';
import { clients } from './identity/clients.ts';
import { connect } from './identity/connect.ts';
import { moves } from './identity/moves.ts';
import { papers } from './identity/papers.ts';
import { regroupings } from './identity/regroupings.ts';
import { notes } from './identity/notes.ts';
import { card } from './identity/card.ts';
import { unmask } from './identity/unmask.ts';
import { timeline } from './identity/timeline.ts';
import { search } from './identity/search.ts';
import { imports } from './running/import.ts';
import { staffIncidents } from './support/incidents.ts';
import { places } from './support/places.ts';
import { orders } from './support/support.ts';
import { goals } from './support/goals.ts';
import { texts } from './messaging/texts.ts';
import { campaigns } from './messaging/campaigns.ts';
import { webhooks } from './running/webhooks.ts';
import { transfers } from './money/transfers.ts';

export {
  bestSight,
  PERSONAL_KINDS,
  SEE_PEOPLE,
  SEE_PEOPLE_RIGHT,
  SIGHT_OF_ALL,
  SIGHT_OF_PROGRAM,
  SIGHT_OF_ROLE,
  SIGHT_OF_TRUSTED_PROGRAM,
  SIGHT_ON_VISIT,
  type PersonalKind,
  type Sight,
  type SightOfKinds,
} from './personal.ts';
export { personalKindOf } from './personal-shapes.ts';
export { MOST_CONSENTS } from './identity/consents.ts';
export { MOST_RECORDS } from './services/calls.ts';
export { MOST_MEMBERS, REPORT_NAMES, type ReportName } from './money/report-lists.ts';
export type { CatalogueField } from './services/catalogue-shapes.ts';
export { debtorLimits } from './money/debtors.ts';
export { INBOX_COSTS, DEFERRABLE_KINDS, INBOX_KINDS, type InboxCost, type InboxKind } from './running/inbox.ts';
export { ChangeEvent, EVENT_KINDS } from './running/events.ts';
export { ORDER_FILTERS, type OrderFilter } from './support/support.ts';
export { PAPER_KINDS } from './identity/papers.ts';
export { SEARCH_GROUPS } from './identity/search.ts';
export { TRANSFER_REASONS, TransferRow } from './money/transfers.ts';
export { LONGEST_CELL } from './running/import-body.ts';
export { MOST_TOLD_ROWS, TOLD_TABLES, type ToldTable } from './running/billing-tables.ts';
export {
  columnsOf,
  IMPORT_TABLES,
  importTables,
  type ImportColumn,
  type ImportRow,
  type ImportRows,
  type ImportTable,
} from './running/import-tables.ts';

export const operatorContract = {
  search,
  card,
  timeline,
  unmask,
  inbox,
  ledger,
  charging,
  shadow,
  payments,
  autopayment: staffAutopayment,
  receipts,
  refunds,
  reconciliation,
  paymentAgents,
  transfers,
  office,
  desks,
  shifts,
  cash,
  desk,
  debtors,
  reports,
  outbox,
  jobs,
  events,
  webhooks,
  billing,
  network: staffNetwork,
  networkProfiles,
  networkLines,
  networkDevices,
  networkTemplates,
  networkState,
  calls,
  catalogue,
  prices,
  callRates,
  callPackages,
  callZones,
  places,
  contracts,
  connect,
  clients,
  moves,
  papers,
  regroupings,
  notes,
  imports,
  consents,
  services,
  plans: staffPlans,
  individualPrices,
  promises: staffPromises,
  paymentLinks: staffPaymentLinks,
  serviceKey,
  orders,
  goals,
  incidents: staffIncidents,
  texts,
  campaigns,
  audit,
  staff: people,
  keys,
  me,
};

export type OperatorContract = typeof operatorContract;

/** Every call of the operator, in the order of the help. */
export const operatorCalls: readonly OperatorCall[] = Object.values(operatorContract).flatMap(
  (group) => Object.values(group) as OperatorCall[],
);

/** What a person does in a browser only: she comes in, looks after her own sign-in, asks a second person and is one. */
export const personContract = { entry, openId, own, ownPasskeys, ownOpenId, approvals };

/** The whole API of the staff, as it is served under `/api/staff/v1`. */
export const staffContract = { ...personContract, ...operatorContract };

export type StaffContract = typeof staffContract;

export const staffCalls: readonly Call[] = Object.values(staffContract).flatMap(
  (group) => Object.values(group) as Call[],
);

/** Those that name roles: of the command line, and of a person alone. */
export const roleCalls: readonly OperatorCall[] = staffCalls.filter(isOperatorCall);

import type { Call } from '@kabinet/contract/kernel/call/call';
import { staffContract, type StaffContract } from '@kabinet/contract/staff';
import type { PaymentAgent } from '#server/domain/payments/payment-agents/payment-agent.ts';
import type { AnyHandler, Handlers } from '#server/kernel/world.ts';
import { besideOther } from '../shared/beside-other.ts';
import { byCall } from '../shared/by-call.ts';
import { fromStandby } from '../shared/from-standby.ts';
import { LONG_READS_OF_STAFF } from './long-reads.ts';
import { approvalHandlers } from './identity/approvals.handlers.ts';
import { auditHandlers } from './running/audit.handlers.ts';
import { staffAutopaymentHandlers } from './money/autopayment.handlers.ts';
import { callPackageHandlers, callRateHandlers, callZoneHandlers } from './services/call-rates.handlers.ts';
import { catalogueHandlers } from './services/catalogue.handlers.ts';
import { placeHandlers } from './support/places.handlers.ts';
import { callHandlers } from './services/calls.handlers.ts';
import { cashHandlers } from './money/cash.handlers.ts';
import { debtorHandlers } from './money/debtors.handlers.ts';
import { deskScreenHandlers } from './money/desk.handlers.ts';
import { deskHandlers, shiftHandlers } from './money/desks.handlers.ts';
import { chargingHandlers } from './money/charging.handlers.ts';
import { shadowHandlers } from './running/shadow.handlers.ts';
import { consentJournalHandlers } from './identity/consents.handlers.ts';
import { contractHandlers, serviceKeyHandlers } from './identity/contracts.handlers.ts';
import { entryHandlers } from './identity/entry.handlers.ts';
import { openIdHandlers, ownOpenIdHandlers } from './identity/openid.handlers.ts';
import { ownHandlers, ownPasskeyHandlers } from './identity/own.handlers.ts';
import { importHandlers } from './running/imports.handlers.ts';
import { keysHandlers } from './identity/keys.handlers.ts';
import { billingHandlers } from './running/billing.handlers.ts';
import { eventHandlers } from './running/events.handlers.ts';
import { webhookHandlers } from './running/webhooks.handlers.ts';
import { inboxHandlers } from './running/inbox.handlers.ts';
import { jobsHandlers } from './running/jobs.handlers.ts';
import { ledgerHandlers } from './money/ledger.handlers.ts';
import { staffNetworkHandlers } from './services/network.handlers.ts';
import { networkStateHandlers } from './services/network-state.handlers.ts';
import { networkDeviceHandlers, networkTemplateHandlers } from './services/network-devices.handlers.ts';
import { networkLineHandlers, networkProfileHandlers } from './services/network-profiles.handlers.ts';
import { officeHandlers } from './money/office.handlers.ts';
import { outboxHandlers } from './running/outbox.handlers.ts';
import { paymentAgentHandlers } from './money/payment-agents.handlers.ts';
import { staffPaymentHandlers, refundHandlers } from './money/payments.handlers.ts';
import { meHandlers, peopleHandlers } from './identity/people.handlers.ts';
import { priceHandlers } from './money/prices.handlers.ts';
import { STAFF_REFUSED_BESIDE } from './refused-beside.ts';
import { reportHandlers } from './money/reports/reports.handlers.ts';
import { receiptHandlers } from './money/receipts.handlers.ts';
import { reconciliationHandlers } from './money/reconciliation.handlers.ts';
import { incidentHandlers } from './support/incidents.handlers.ts';
import { orderHandlers } from './support/support.handlers.ts';
import { serviceHandlers } from './services/services.handlers.ts';
import { individualPriceHandlers } from './services/individual-prices.handlers.ts';
import { staffPlanHandlers } from './services/plans.handlers.ts';
import { connectHandlers } from './identity/clients/connect.handlers.ts';
import { clientHandlers } from './identity/clients/clients.handlers.ts';
import { paperHandlers } from './identity/clients/paper.handlers.ts';
import { moveHandlers } from './identity/clients/move.handlers.ts';
import { regroupingHandlers } from './identity/clients/regroup.handlers.ts';
import { noteHandlers } from './identity/notes.handlers.ts';
import { paymentLinkMaker, promiseGiver } from './money/promises.handlers.ts';
import { cardHandlers } from './identity/card.handlers.ts';
import { unmaskHandlers } from './identity/unmask.handlers.ts';
import { timelineHandlers } from './identity/timeline/timeline.handlers.ts';
import { searchHandlers } from './identity/search.handlers.ts';
import { goalHandlers } from './support/goals.handlers.ts';
import { campaignHandlers } from './messaging/campaigns.handlers.ts';
import { textHandlers } from './messaging/texts.handlers.ts';
import { transferHandlers } from './money/transfers.handlers.ts';

/** The handlers of the staff's calls; the table of the subscribers has none of them. */
export function operatorHandlerOf(agents: readonly PaymentAgent[]): (call: Call) => AnyHandler {
  const handlers: { readonly [Group in keyof StaffContract]: Handlers<StaffContract[Group]> } = {
    search: searchHandlers,
    card: cardHandlers,
    timeline: timelineHandlers,
    unmask: unmaskHandlers,
    inbox: inboxHandlers,
    ledger: ledgerHandlers,
    charging: chargingHandlers,
    shadow: shadowHandlers,
    payments: staffPaymentHandlers,
    autopayment: staffAutopaymentHandlers,
    receipts: receiptHandlers,
    refunds: refundHandlers,
    reconciliation: reconciliationHandlers,
    paymentAgents: paymentAgentHandlers(agents),
    transfers: transferHandlers,
    office: officeHandlers,
    desks: deskHandlers,
    shifts: shiftHandlers,
    cash: cashHandlers,
    desk: deskScreenHandlers,
    debtors: debtorHandlers,
    reports: reportHandlers,
    outbox: outboxHandlers,
    jobs: jobsHandlers,
    events: eventHandlers,
    billing: billingHandlers,
    webhooks: webhookHandlers,
    network: staffNetworkHandlers,
    networkProfiles: networkProfileHandlers,
    networkLines: networkLineHandlers,
    networkDevices: networkDeviceHandlers,
    networkTemplates: networkTemplateHandlers,
    networkState: networkStateHandlers,
    calls: callHandlers,
    catalogue: catalogueHandlers,
    prices: priceHandlers,
    callRates: callRateHandlers,
    callPackages: callPackageHandlers,
    callZones: callZoneHandlers,
    places: placeHandlers,
    contracts: contractHandlers,
    imports: importHandlers,
    consents: consentJournalHandlers,
    services: serviceHandlers,
    plans: staffPlanHandlers,
    individualPrices: individualPriceHandlers,
    promises: promiseGiver,
    paymentLinks: paymentLinkMaker,
    notes: noteHandlers,
    connect: connectHandlers,
    clients: clientHandlers,
    moves: moveHandlers,
    papers: paperHandlers,
    regroupings: regroupingHandlers,
    serviceKey: serviceKeyHandlers,
    orders: orderHandlers,
    goals: goalHandlers,
    incidents: incidentHandlers,
    texts: textHandlers,
    campaigns: campaignHandlers,
    audit: auditHandlers,
    staff: peopleHandlers,
    keys: keysHandlers,
    me: meHandlers,
    entry: entryHandlers,
    own: ownHandlers,
    ownPasskeys: ownPasskeyHandlers,
    openId: openIdHandlers,
    ownOpenId: ownOpenIdHandlers,
    approvals: approvalHandlers,
  };
  const handlerOf = byCall(staffContract, handlers) as (call: Call) => AnyHandler;
  return fromStandby(staffContract, LONG_READS_OF_STAFF, besideOther(staffContract, STAFF_REFUSED_BESIDE, handlerOf));
}

import type { Call } from '@kabinet/contract/kernel/call/call';
import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import type { PaymentAgent } from '#domain/payments/payment-agents/payment-agent.ts';
import type { AnyHandler, Handlers } from '#kernel/world.ts';
import { byCall } from '../shared/by-call.ts';
import { auditHandlers } from './audit.handlers.ts';
import { autopaymentHandlers } from './autopayment.handlers.ts';
import { callHandlers } from './calls.handlers.ts';
import { chargingHandlers } from './charging.handlers.ts';
import { consentJournalHandlers } from './consents.handlers.ts';
import { contractHandlers, serviceHandlers, serviceKeyHandlers } from './contracts.handlers.ts';
import { importHandlers } from './imports.handlers.ts';
import { jobsHandlers } from './jobs.handlers.ts';
import { ledgerHandlers } from './ledger.handlers.ts';
import { networkHandlers } from './network.handlers.ts';
import { officeHandlers } from './office.handlers.ts';
import { outboxHandlers } from './outbox.handlers.ts';
import { paymentAgentHandlers } from './payment-agents.handlers.ts';
import { paymentHandlers, refundHandlers } from './payments.handlers.ts';
import { priceHandlers } from './prices.handlers.ts';
import { receiptHandlers } from './receipts.handlers.ts';
import { reconciliationHandlers } from './reconciliation.handlers.ts';
import { incidentHandlers, orderHandlers } from './support.handlers.ts';
import { goalHandlers } from './support-goals.handlers.ts';
import { textHandlers } from './texts.handlers.ts';
import { transferHandlers } from './transfers.handlers.ts';

/** The handlers of the operator's calls; the HTTP server gets none of them. */
export function operatorHandlerOf(agents: readonly PaymentAgent[]): (call: Call) => AnyHandler {
  const handlers: { readonly [Group in keyof OperatorContract]: Handlers<OperatorContract[Group]> } = {
    ledger: ledgerHandlers,
    charging: chargingHandlers,
    payments: paymentHandlers,
    autopayment: autopaymentHandlers,
    receipts: receiptHandlers,
    refunds: refundHandlers,
    reconciliation: reconciliationHandlers,
    paymentAgents: paymentAgentHandlers(agents),
    transfers: transferHandlers,
    office: officeHandlers,
    outbox: outboxHandlers,
    jobs: jobsHandlers,
    network: networkHandlers,
    calls: callHandlers,
    prices: priceHandlers,
    contracts: contractHandlers,
    imports: importHandlers,
    consents: consentJournalHandlers,
    services: serviceHandlers,
    serviceKey: serviceKeyHandlers,
    orders: orderHandlers,
    goals: goalHandlers,
    incidents: incidentHandlers,
    texts: textHandlers,
    audit: auditHandlers,
  };
  return byCall(operatorContract, handlers) as (call: Call) => AnyHandler;
}

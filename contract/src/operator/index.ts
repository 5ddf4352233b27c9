// All calls of the operator, in the order of the help.
import type { OperatorCall } from '../kernel/operator-call.ts';
import { audit } from './audit.ts';
import { autopayment } from './autopayment.ts';
import { calls } from './calls.ts';
import { charging } from './charging.ts';
import { consents } from './consents.ts';
import { contracts } from './contracts.ts';
import { jobs } from './jobs.ts';
import { ledger } from './ledger.ts';
import { network } from './network.ts';
import { office } from './office.ts';
import { outbox } from './outbox.ts';
import { paymentAgents } from './payment-agents.ts';
import { payments, refunds } from './payments.ts';
import { prices } from './prices.ts';
import { receipts } from './receipts.ts';
import { reconciliation } from './reconciliation.ts';
import { serviceKey, services } from './services.ts';
import { imports } from './import.ts';
import { incidents } from './incidents.ts';
import { orders } from './support.ts';
import { goals } from './support-goals.ts';
import { texts } from './texts.ts';
import { transfers } from './transfers.ts';

export { MOST_CONSENTS } from './consents.ts';
export { MOST_RECORDS } from './calls.ts';
export { TransferRow } from './transfers.ts';
export {
  columnsOf,
  IMPORT_TABLES,
  importTables,
  LONGEST_CELL,
  type ImportColumn,
  type ImportRow,
  type ImportRows,
  type ImportTable,
} from './import-tables.ts';

export const operatorContract = {
  ledger,
  charging,
  payments,
  autopayment,
  receipts,
  refunds,
  reconciliation,
  paymentAgents,
  transfers,
  office,
  outbox,
  jobs,
  network,
  calls,
  prices,
  contracts,
  imports,
  consents,
  services,
  serviceKey,
  orders,
  goals,
  incidents,
  texts,
  audit,
};

export type OperatorContract = typeof operatorContract;

/** Every call of the operator, in the order of the help. */
export const operatorCalls: readonly OperatorCall[] = Object.values(operatorContract).flatMap(
  (group) => Object.values(group) as OperatorCall[],
);

import type { Day } from '@kabinet/contract/kernel/day';
import { setContractState } from '#server/domain/changes/client/client.queries.ts';
import { endServices } from '#server/domain/changes/client/close-client.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { endWithContract } from '#server/domain/services/price/individual.queries.ts';
import type { Arrival } from '../arrival.ts';
import type { ChangedRow } from '../changed/merged-rows.ts';
import { endDebts } from '../changed/service-changes.queries.ts';
import { accountsToEnd, lastClosedNumbers, lastClosedServices } from './closing.queries.ts';

interface Closed {
  readonly contract: number;
  readonly closed_on: Day | null;
}

/**
 * Contracts that the other billing has closed, or opened again. Unlike a closing of ours it gives back nothing and settles nothing: the money
 * is theirs, and their balances say what is left.
 */
export async function closeBeside(arrival: Arrival, changed: readonly ChangedRow<Closed>[]): Promise<void> {
  for (const { row, columns } of changed) {
    if (!columns.includes('closed_on')) continue;
    if (row.closed_on === null) await openAgain(arrival, row.contract);
    else await close(arrival, row.contract, row.closed_on);
  }
}

async function close({ tx, today, now }: Arrival, contractId: number, closedOn: Day): Promise<void> {
  await endServices(tx, contractId, { today, now });
  await setContractState(tx, contractId, closedOn);
  await endWithContract(tx, contractId, today, now);
  const accounts = await accountsToEnd(tx, contractId);
  await endDebts(
    tx,
    accounts.map(({ account_id }) => account_id),
  );
}

/** What ended with the contract is as the other billing has told it last. */
async function openAgain({ tx, now }: Arrival, contractId: number): Promise<void> {
  await setContractState(tx, contractId, null);
  const numbers = await lastClosedNumbers(tx, contractId, now);
  const services = await lastClosedServices(tx, contractId, now);
  await serviceChanged(
    tx,
    ...services.map(({ user_id: userId }) => ({ userId })),
    ...numbers.map(({ phone_number: phoneNumber }) => ({ phoneNumber })),
  );
}

import type { Tx } from '#server/db/database.ts';
import { isNamedOutside, wouldChangeSource } from '#server/domain/billing/charging/source.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { FoundPlace } from './client.queries.ts';

/** Whoever charges a contract goes on after it has moved; a person names the source of the contract first, with all that the switch checks. */
export async function refuseOtherSource(
  tx: Tx,
  contractId: number,
  { town_id: townId, town }: Pick<FoundPlace, 'town_id' | 'town'>,
): Promise<void> {
  if (!(await wouldChangeSource(tx, contractId, townId))) return;
  const isOutside = await isNamedOutside(tx, { contracts: [contractId] });
  const [there, keep, give] = isOutside
    ? ['кабинет', 'external', 'own']
    : ['другая расчётная система', 'own', 'external'];
  throw new Problem('change_not_allowed', {
    message: `${town}: там начисляет ${there}. Сначала скажите, кто начислит этому договору: charge ${keep} --contract_id=${contractId} — как сейчас, charge ${give} --contract_id=${contractId} — как в новом городе`,
  });
}

import type { Tx } from '#server/db/database.ts';
import { standingsOf, type ConsentStanding } from '#server/domain/identity/consents/consents.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { documentOwnerOf } from './document.queries.ts';

export interface ConsentPaper {
  readonly client: { readonly contract_no: string; readonly client_name: string };
  readonly standing: ConsentStanding;
}

/** A consent of the provider's file with what the contract decided about it. */
export async function consentPaper(
  tx: Tx,
  contractId: number,
  asked: string,
  at: { readonly provider: Provider; readonly now: Date },
): Promise<ConsentPaper> {
  const [client, standings] = await Promise.all([documentOwnerOf(tx, contractId), standingsOf(tx, contractId, at)]);
  const standing = standings.find(({ name }) => name === asked);
  if (!standing) throw new Problem('not_found');
  return { client, standing };
}

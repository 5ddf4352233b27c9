import { dayIn } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { notifyAll } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import type { ConsentTerms, Provider } from '#server/kernel/provider.ts';
import type { World } from '#server/kernel/world.ts';
import { unasked } from './consent.queries.ts';
import { consentAsked } from './notices.ts';

const PAGE = 500;

/** The consents whose present version is valid by now. */
export const validConsents = ({ consents }: Provider, { now, zone }: At): ConsentTerms[] =>
  consents.filter(({ valid_from }) => valid_from <= dayIn(zone, now));

/** Tells clients of each new version once, in pages; each page is a transaction. */
export async function askOfNewVersions({
  db,
  clock,
  provider,
}: Pick<World, 'db' | 'clock' | 'provider'>): Promise<void> {
  const at: At = { now: clock.now(), zone: provider.time_zone };
  for (const terms of validConsents(provider, at)) {
    let after: number | undefined = 0;
    while (after !== undefined) {
      const last: number = after;
      after = await db.write((tx) => askNextContracts(tx, terms, last, at));
    }
  }
}

/** Tells the next page of contracts after a number; returns the last of them, undefined if none are left. */
export async function askNextContracts(
  tx: Tx,
  terms: ConsentTerms,
  after: number,
  at: At,
): Promise<number | undefined> {
  const { name, title, version, is_required: isRequired } = terms;
  const data = { name, title, version, isRequired };
  const key = `${consentAsked.name}:${consentAsked.key?.(data)}`;
  const found = await unasked(tx, terms, key, after, PAGE);
  await notifyAll(
    tx,
    consentAsked,
    found.map(({ contract_id: contractId }) => ({ contractId, data })),
    at,
  );
  return found.length === PAGE ? found.at(-1)?.contract_id : undefined;
}

import { dayIn } from '@kabinet/contract/kernel/day';
import { notifyAll } from '#domain/messaging/notify.ts';
import type { ConsentTerms } from '#kernel/provider.ts';
import type { World } from '#kernel/world.ts';
import { unasked } from './consent.queries.ts';
import { consentAsked } from './notices.ts';

const PAGE = 500;

/** Tells clients of each new version once, in pages; each page is a transaction. */
export async function askOfNewVersions(world: Pick<World, 'db' | 'clock' | 'provider'>): Promise<void> {
  const today = dayIn(world.provider.time_zone, world.clock.now());
  for (const terms of world.provider.consents) {
    if (terms.valid_from <= today) await askOfOne(world, terms);
  }
}

async function askOfOne({ db, clock, provider }: Pick<World, 'db' | 'clock' | 'provider'>, terms: ConsentTerms) {
  const { name, title, version, is_required: isRequired } = terms;
  const data = { name, title, version, isRequired };
  const key = `${consentAsked.name}:${consentAsked.key?.(data)}`;
  const at = { now: clock.now(), zone: provider.time_zone };
  for (let after = 0, told = PAGE; told === PAGE;) {
    const page = await db.write(async (tx) => {
      const found = await unasked(tx, terms, key, after, PAGE);
      await notifyAll(
        tx,
        consentAsked,
        found.map(({ contract_id: contractId }) => ({ contractId, data })),
        at,
      );
      return found;
    });
    after = page.at(-1)?.contract_id ?? after;
    told = page.length;
  }
}

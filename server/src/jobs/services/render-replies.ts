import { renderAgain } from '#server/integrations/network/freeradius/freeradius.ts';
import type { World } from '#server/kernel/world.ts';

/** The job `render_replies`: page by page, so that an order of one of the services waits for a page at most. */
export async function renderReplies({ db }: World): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) after = await renderAgain(db, after);
}

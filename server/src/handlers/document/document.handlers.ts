import type { contract } from '@kabinet/contract';
import { instant } from '@kabinet/contract/kernel/day';
import { promise, refuseUnfit } from '#domain/documents/document.ts';
import { addLink } from '#domain/documents/link.queries.ts';
import { hashOf, newSecret } from '#domain/shared/secrets.ts';
import { Problem } from '#kernel/problem.ts';
import { withoutTransaction, type Handlers } from '#kernel/world.ts';

/** A link expires after a minute (domain.md, 3). */
const LINK_LIVES_MS = 60_000;

export const documentHandlers: Handlers<typeof contract.document> = {
  // Opens its own transactions: the reply of an ordinary call is stored for a day, and a secret must not be.
  link: withoutTransaction<typeof contract.document.link>(async ({ body }, scope) => {
    const { db, subscriber, request, now, publicUrl, provider } = scope;
    if (body.kind === 'archive' && !(await scope.isConfirmed())) throw new Problem('confirmation_required');
    const secret = newSecret();
    const expiresAt = new Date(now.getTime() + LINK_LIVES_MS);
    await db.write(async (tx) => {
      await refuseUnfit(tx, subscriber.contractId, body, { provider, now });
      const document = await promise(tx, { subscriber, request, now }, body);
      await addLink(tx, { hash: hashOf(secret), owner: subscriber, document, expiresAt });
    });
    return { url: `${publicUrl}/lk/document?access-token=${secret}`, expires_at: instant(expiresAt) };
  }),
};

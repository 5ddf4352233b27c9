import { contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { instant } from '@kabinet/contract/kernel/day';
import { promiseDocument, refuseUnfit, type DocumentWanted } from '#server/domain/documents/document.ts';
import { formerDocumentsOf } from '#server/domain/identity/papers/former-documents.queries.ts';
import { addLink } from '#server/domain/documents/link.queries.ts';
import { hashOf, newSecret } from '#server/domain/shared/secrets.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

/** A link expires after a minute (domain.md, 3). */
const LINK_LIVES_MS = 60_000;

/** The call that shows the same data as each document; a caller who may not make it gets no such document. */
const SAME_AS: Record<DocumentWanted['kind'], Call> = {
  statement: contract.internetAccount.statMovements,
  receipt: contract.internetAccount.statPayments,
  calls: contract.telephoneCall.total,
  sessions: contract.internetAccount.statIsg,
  file: contract.support.getOrder,
  consent: contract.consent.list,
  archive: contract.archive.order,
};

export const documentHandlers: PlainHandlers<typeof contract.document, 'link'> = {
  former: async (_, { db, subscriber }) => ({ documents: await formerDocumentsOf(db, subscriber.contractId) }),
  // Opens its own transactions, because the reply of an ordinary call is stored for a day, and a secret must not be stored.
  link: withoutTransaction<typeof contract.document.link>(async ({ body }, scope) => {
    const { db, subscriber, request, now, today, publicUrl, provider } = scope;
    scope.demand(SAME_AS[body.kind]);
    if (body.kind === 'archive' && !(await scope.isConfirmed())) throw new Problem('confirmation_required');
    const secret = newSecret();
    const expiresAt = new Date(now.getTime() + LINK_LIVES_MS);
    await db.write(async (tx) => {
      await refuseUnfit(tx, subscriber.contractId, body, { provider, now, today });
      const document = await promiseDocument(tx, { subscriber, request, now, today }, body);
      await addLink(tx, { hash: hashOf(secret), owner: subscriber, document, expiresAt });
    });
    return { url: `${publicUrl}/lk/document?access-token=${secret}`, expires_at: instant(expiresAt) };
  }),
};

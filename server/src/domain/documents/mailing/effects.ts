import { z } from 'zod';
import type { Period } from '@kabinet/contract/kernel/day';
import { messageQueue, type Effect } from '#server/kernel/job/effect.ts';

const Due = z.object({
  contractId: z.int(),
  period: z.string().transform((text) => text as Period),
  document: z.enum(['invoice', 'calls']),
});
export type DueDocument = z.output<typeof Due>;

/** Makes a document of a month and sends it to the address confirmed by then; the payload only names the document. */
export const mailDocumentEffect: Effect<DueDocument> = {
  kind: 'documents.mail',
  title: 'документ по телефону письмом',
  version: 1,
  payload: Due,
  queue: ({ contractId }) => messageQueue('mail', String(contractId)),
};

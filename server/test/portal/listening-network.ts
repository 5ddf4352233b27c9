import { differences } from '#server/domain/services/provisioning/check-network.ts';
import { refText } from '#server/integrations/network/port.ts';
import { testPortal, type TestPortal } from './portal.ts';

export interface ListeningPortal {
  readonly portal: TestPortal;
  /** Services sent to the network, one entry per order. */
  readonly told: string[];
  /** Simulates the network's reply: an error thrown before the order is applied, or after it. */
  readonly answer: { before?: () => unknown; after?: () => unknown };
  /** Services that differ in the network without a pending order. */
  readonly differing: () => Promise<string[]>;
}

/** A portal whose network records its orders. */
export async function listeningPortal(template: 'demo' | 'empty' = 'demo'): Promise<ListeningPortal> {
  const told: string[] = [];
  const answer: ListeningPortal['answer'] = {};
  const portal = await testPortal({
    template,
    throughOutside: (outside) => ({
      ...outside,
      network: {
        ...outside.network,
        apply: async (state, password) => {
          told.push(refText(state.service));
          await answer.before?.();
          await outside.network.apply(state, password);
          await answer.after?.();
        },
      },
    }),
  });
  const { db, outside } = portal.world;
  return {
    portal,
    told,
    answer,
    differing: async () => {
      const found: string[] = [];
      for await (const { service, fields } of differences({ db, network: outside.network }))
        found.push(`${refText(service)} ${fields.join()}`);
      return found;
    },
  };
}

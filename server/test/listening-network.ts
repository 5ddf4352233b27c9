import { differences } from '#domain/services/provisioning/check-network.ts';
import { refText } from '#integrations/network/port.ts';
import { testPortal, type TestPortal } from './portal.ts';

export interface ListeningPortal {
  readonly portal: TestPortal;
  /** Services that the network was told of, each time that it was. */
  readonly told: string[];
  /** Stands in for the network's answer: what it throws, the network has not done, or has done and not told. */
  readonly answer: { before?: () => unknown; after?: () => unknown };
  /** Services that the network does not treat as it should, with nothing on its way. */
  readonly differing: () => Promise<string[]>;
}

/** A portal whose network writes down what it is told. */
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

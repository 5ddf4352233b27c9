import { describe, expect, test } from 'vitest';
import { addClient } from '../portal/client.ts';
import { testPortal } from '../portal/portal.ts';
import type { Database } from '#server/db/database.ts';
import { differences } from '#server/domain/services/provisioning/check-network.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import type { Outside } from '#server/integrations/port.ts';
import { networkByKind } from '#server/integrations/network/by-kind.ts';
import { freeRadius } from '#server/integrations/network/freeradius/freeradius.ts';
import type { InternetState, Network } from '#server/integrations/network/port.ts';
import { recordedNetwork } from '#server/integrations/network/recorded.ts';

/** What the port of the internet promises, of the record of the demo and of a real system alike (docs/network.md). */
const ADAPTERS: Readonly<Record<string, (outside: Outside, db: Database) => Network>> = {
  recorded: (_, db) => recordedNetwork(db),
  FreeRADIUS: (outside, db) => freeRadius(db, outside.vault),
};

describe.each(Object.keys(ADAPTERS))('the adapter %s', (name) => {
  async function begin() {
    const portal = await testPortal({
      template: 'empty',
      throughOutside: (outside, db) => ({
        ...outside,
        network: networkByKind(outside.network, { internet: ADAPTERS[name]!(outside, db) }),
      }),
    });
    const { db, outside } = portal.world;
    const { userId } = await addClient(portal.world, { balance: 5000_00 });
    const own = { userId };
    return {
      portal,
      network: outside.network,
      own,
      read: async () => (await outside.network.read(own, 'internet')) as InternetState,
      change: async (text: string) => {
        await portal.pool.query(`update service_user set ${text}`);
        await db.write((tx) => serviceChanged(tx, own));
        await portal.work();
      },
      differing: async () => {
        const found: string[] = [];
        for await (const { fields } of differences({ db, network: outside.network })) found.push(...fields);
        return found;
      },
    };
  }

  test('knows no service before it is told', async () => {
    const { network, own, differing } = await begin();
    expect(await network.read(own, 'internet')).toBeUndefined();
    expect(await differing()).toEqual(['service']);
  });

  test('has the state that it was told, and nothing differs', async () => {
    const { read, change, differing } = await begin();
    await change(`state = 'active'`);
    expect(await read()).toMatchObject({ kind: 'internet', access: 'open', restriction: null, version: 1 });
    expect(await differing()).toEqual([]);
    await change(`state = 'blocked', reason = 'debt'`);
    expect(await read()).toMatchObject({ access: 'payment_page_only', restriction: 'debt', version: 2 });
    await change(`reason = 'operator'`);
    expect(await read()).toMatchObject({ access: 'closed', restriction: 'operator', version: 3 });
    expect(await differing()).toEqual([]);
  });

  test('takes a state twice, and ignores an older one', async () => {
    const { network, read, change } = await begin();
    await change(`state = 'active'`);
    const state = await read();
    await network.apply({ ...state, version: 7 });
    await network.apply({ ...state, version: 7, login: 'another' });
    await network.apply({ ...state, version: 6, access: 'closed', restriction: 'operator' });
    expect(await read()).toMatchObject({ version: 7, login: 'another', access: 'open' });
  });

  test('ends sessions of a service that has none, and of one that it does not know', async () => {
    const { network, own, change } = await begin();
    await network.disconnect(own.userId, 'internet');
    await change(`state = 'active'`);
    await network.disconnect(own.userId, 'internet', '100.64.0.7');
  });
});

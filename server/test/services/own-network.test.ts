import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { differences } from '#server/domain/services/provisioning/check-network.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { addClient } from '../portal/client.ts';
import { testPortal } from '../portal/portal.ts';
import { networkByKind } from '#server/integrations/network/by-kind.ts';
import { ownSystem, type NetworkSystemSettings } from '#server/integrations/network/own-system/own-system.ts';
import { networkByProgram } from '#server/integrations/network/own-system/program.ts';

const EXAMPLE = join(import.meta.dirname, '../../../deploy/network/own-system.mjs');
const SECRET = randomBytes(32).toString('hex');

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'own-system-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The example of `deploy/network`, started as a provider would. */
const WAYS = {
  program: (example: string) => Promise.resolve({ program: example }),
  http: async (example: string) => {
    const port = await freePort();
    const process = spawn('node', [example, String(port)], {
      env: { PATH: globalThis.process.env['PATH'], NETWORK_SECRET: SECRET },
      stdio: 'inherit',
    });
    onTestFinished(() => void process.kill());
    await expect.poll(() => isListening(port), { timeout: 20_000 }).toBe(true);
    return { url: `http://127.0.0.1:${port}/`, secret: SECRET };
  },
} as const;

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function portalWith(settings: (folder: string) => Promise<NetworkSystemSettings>) {
  const folder = await temporaryFolder();
  await cp(EXAMPLE, join(folder, 'own-system.mjs'));
  const portal = await testPortal({ template: 'empty' });
  const { db, outside } = portal.world;
  const { userId } = await addClient(portal.world, { balance: 5000_00 });
  const system = ownSystem(db, await settings(folder));
  const network = networkByKind(outside.network, system);
  Object.assign(outside, { network });
  const own = { userId };
  return {
    portal,
    network,
    own,
    folder,
    change: async (text: string) => {
      await portal.pool.query(`update service_user set ${text}`);
      await db.write((tx) => serviceChanged(tx, own));
      await portal.work();
    },
    kept: async () => JSON.parse(await readFile(join(folder, 'services', `user-${userId}`), 'utf8')) as object,
    differing: async () => {
      const found: (readonly string[])[] = [];
      for await (const { fields } of differences({ db, network })) found.push(fields);
      return found;
    },
  };
}

describe.each(['program', 'http'] as const)('the example, by %s', (way) => {
  const begin = () =>
    portalWith(async (folder) => ({ kinds: ['internet'], ...(await WAYS[way](join(folder, 'own-system.mjs'))) }));

  test('does what the portal orders, ends sessions, and is compared with it', async () => {
    const { network, own, folder, change, kept, differing } = await begin();
    expect(network.connected).toEqual(['internet']);
    expect(await network.read(own, 'internet')).toBeUndefined();
    expect(await differing()).toEqual([['service']]);
    await change(`state = 'active'`);
    expect(await kept()).toMatchObject({ state: { kind: 'internet', access: 'open', restriction: null } });
    await change(`state = 'blocked', reason = 'debt'`);
    expect(await kept()).toMatchObject({ state: { access: 'payment_page_only', restriction: 'debt', version: 2 } });
    expect(await differing()).toEqual([]);
    await network.disconnect(own.userId, 'internet', '100.64.0.7');
    expect(await readFile(join(folder, 'services/disconnected'), 'utf8')).toBe(
      `${own.userId} all\n${own.userId} 100.64.0.7\n`,
    );
  });

  test('keeps the newer state and the last password', async () => {
    const { portal, network, own, change, kept } = await begin();
    await change(`state = 'active'`);
    const state = (await network.read(own, 'internet'))!;
    await network.apply({ ...state, version: 7 } as never, 'word-1');
    await network.apply({ ...state, version: 6, access: 'closed' } as never, 'word-2');
    await network.apply({ ...state, version: 8 } as never);
    expect(await kept()).toMatchObject({ password: 'word-1', state: { access: 'open', version: 8 } });
    const { rows } = await portal.pool.query('select state::text from recorded_network.service');
    expect(JSON.stringify(rows)).not.toContain('word-1');
  });
});

test('a request that is not signed by the secret is refused, and its order waits for the right one', async () => {
  const { portal, change } = await portalWith(async (folder) => ({
    kinds: ['internet'],
    ...(await WAYS.http(join(folder, 'own-system.mjs'))),
    secret: 'f'.repeat(64),
  }));
  await change(`state = 'active'`);
  const { rows } = await portal.pool.query('select last_error from outbox_effect');
  expect(rows).toEqual([{ last_error: expect.stringContaining('the network system answered 401') as string }]);
  expect((await portal.pool.query('select from recorded_network.service')).rowCount).toBe(0);
});

describe('a program', () => {
  async function programOf(lines: string): Promise<string> {
    const file = join(await temporaryFolder(), 'program.sh');
    await writeFile(file, `#!/bin/sh\n${lines}\n`);
    await chmod(file, 0o755);
    return file;
  }
  const read = { act: 'read', service: { userId: 1 }, kind: 'internet' } as const;
  const apply = { act: 'apply', state: {} as never, password: 'word-1' } as const;

  test('that fails tells why in its first line, unless the line repeats the password', async () => {
    const failing = networkByProgram(await programOf('echo "no such port" >&2; echo more >&2; exit 3'));
    await expect(failing(apply)).rejects.toThrow(/^the network program ended with 3: no such port$/);
    const telling = networkByProgram(await programOf('echo "bad word-1" >&2; exit 1'));
    await expect(telling(apply)).rejects.toThrow(/^the network program ended with 1$/);
    await expect(networkByProgram('/nowhere/at-all')(read)).rejects.toThrow('ended with ENOENT');
  });

  test('that hangs is stopped', async () => {
    const hanging = networkByProgram(await programOf('exec sleep 60'), 200);
    await expect(hanging(read)).rejects.toThrow('the network program was stopped after 200 ms');
  });

  test('does not see the keys of the portal', async () => {
    process.env['SERVICE_SECRET_KEY_TEST'] = 'key';
    onTestFinished(() => void delete process.env['SERVICE_SECRET_KEY_TEST']);
    expect(await networkByProgram(await programOf('env'))(read)).not.toContain('SERVICE_SECRET_KEY_TEST');
  });

  test('that cannot tell its state is believed to have done what it took', async () => {
    const { change, network, own, differing } = await portalWith(async () => ({
      kinds: ['internet'],
      program: await programOf('cat > /dev/null'),
    }));
    await change(`state = 'active'`);
    expect(await network.read(own, 'internet')).toMatchObject({ access: 'open' });
    expect(await differing()).toEqual([]);
  });

  test('that answers with something else than a state is no network', async () => {
    const { network, own } = await portalWith(async () => ({
      kinds: ['internet'],
      program: await programOf('cat > /dev/null; echo "[1]"'),
    }));
    await expect(network.read(own, 'internet')).rejects.toThrow('answered with no object');
  });
});

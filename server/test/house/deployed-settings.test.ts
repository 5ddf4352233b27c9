import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeConfig } from '#server/config/config.ts';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');

test('the compose file sets settings that exist, and to what the portal takes', () => {
  const block = /^x-settings:[\s\S]*?\n\n/m.exec(read('container/compose.yaml'))?.[0] ?? '';
  const values: Readonly<Record<string, string>> = {
    RUNNING_PASSWORD: 'secret',
    SERVICE_SECRET_KEY: '5e'.repeat(32),
    PUBLIC_URL: 'https://lk.example.ru',
  };
  const set = [...block.matchAll(/^ {2}([A-Z_]+): (.+)$/gm)].map(([, name = '', value = '']) => {
    const filled = value.replace(/\$\{([A-Z_]+).*?\}/g, (_, asked: string) => values[asked] ?? '');
    return [name, filled.replace(/^'(.*)'$/, '$1')] as const;
  });
  expect(set.length).toBeGreaterThan(5);
  expect(judgeConfig(Object.fromEntries(set)).sentences).toEqual([]);
});

test('the containers are of the version that a release would have', () => {
  const { version } = JSON.parse(readFileSync(join(DEPLOY, '../package.json'), 'utf8')) as { version: string };
  for (const name of ['compose.yaml', 'example.env', 'Containerfile']) {
    const told = [...read(`container/${name}`).matchAll(/kabinet:([0-9]+\.[0-9]+\.[0-9]+)/g)].map(([, one]) => one);
    expect.soft(new Set(told), name).toEqual(new Set([version]));
  }
});

// A container that is restarted gets a network of its own, and those who shared the former one are left without any.
test('containers share the network of one that nobody has a reason to restart', () => {
  const compose = read('container/compose.yaml');
  const shared = new Set([...compose.matchAll(/network_mode: service:(\S+)/g)].map(([, name = '']) => name));
  expect([...shared]).toEqual(['network']);
  expect(/^ {2}network:\n[\s\S]*?\n\n/m.exec(compose)?.[0]).toContain('entrypoint: [sleep, infinity]');
});

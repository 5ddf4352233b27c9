import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testPortal } from '../../../test/portal/portal.ts';
import { collectMetrics } from './metrics.ts';

const fileOf = (name: string) => readFile(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8');

const NOTHING_READ = { served: 0, behind: 0, away: 0, resting: 0 };

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

test('the dashboard asks for metrics that exist, and shows each metric of the portal', async () => {
  const { panels } = JSON.parse(await fileOf('monitoring/kabinet.json')) as { panels: readonly Panel[] };
  const asked = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
  const shown = new Set(
    [...asked.matchAll(/\b(?:kabinet|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')),
  );
  const { world } = await testPortal({ template: 'empty' });
  const metrics = collectMetrics({ ...world, db: { ...world.db, standbyResults: NOTHING_READ } });
  metrics.watchListeners(() => 0);
  const text = await metrics.text();
  const state = await fileOf('backup/state.sh');
  const own = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  const told = [...state.matchAll(/^ *say (kabinet_\w+) /gm)].map(([, name = '']) => name);
  expect([...shown].filter((name) => !own.includes(name) && !told.includes(name))).toEqual([]);
  expect([...own.filter((name) => name.startsWith('kabinet_')), ...told].filter((name) => !shown.has(name))).toEqual(
    [],
  );
});

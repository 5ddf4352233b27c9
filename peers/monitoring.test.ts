import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const DEPLOY = fileURLToPath(new URL('../deploy', import.meta.url));

/** Runs Prometheus's own tool; throws with its output if it refuses. */
const promtool = (args: readonly string[], cwd: string) => promisify(execFile)('promtool', args, { cwd });

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-monitoring-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('Prometheus takes the settings and the rules that are shipped', async () => {
  const settings = await readFile(join(DEPLOY, 'monitoring/prometheus.yml'), 'utf8');
  const folder = await newFolder();
  // The package installs the rules at this path.
  await writeFile(join(folder, 'prometheus.yml'), settings.replaceAll('/usr/lib/kabinet/deploy', DEPLOY));
  const { stdout } = await promtool(['check', 'config', 'prometheus.yml'], folder);
  expect(stdout).toMatch(/SUCCESS: \d\d rules found/);
});

test('alerts fire when they should, and not before', async () => {
  await promtool(['test', 'rules', 'alerts.test.yml', 'alerts-in-days.test.yml'], join(DEPLOY, 'web'));
});

interface Panel {
  readonly targets?: readonly { readonly expr: string }[];
}

test('Prometheus can evaluate each expression of the dashboard', async () => {
  const { panels } = JSON.parse(await readFile(join(DEPLOY, 'monitoring/kabinet.json'), 'utf8')) as {
    panels: readonly Panel[];
  };
  // Grafana puts the length of a step there.
  const rules = panels
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')))
    .map((expr, index) => ({ record: `shown_${index}`, expr }));
  const folder = await newFolder();
  // A file of rules is YAML, so JSON is one.
  await writeFile(join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  const { stdout } = await promtool(['check', 'rules', 'rules.yml'], folder);
  expect(stdout).toContain(`SUCCESS: ${rules.length} rules found`);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../server/src/operator/operator.ts';
import { billingViews } from '../../server/src/integrations/billing-views/by-address.ts';
import { cloneDatabase, startTestServer, TEMPLATES } from '../../server/test/database/database.ts';
import { openPortal, type TestPortal } from '../../server/test/portal/open-portal.ts';

const CLIENTS = [7001, 7002, 7003] as const;

/** The same three contracts as in the other billing: numbers of accounts and logins of services are common. */
const TABLES = {
  towns: ['город;основной', 'Вольск;да'],
  streets: ['город;улица', 'Вольск;Ленина'],
  plans: ['услуга;тариф;цена;за;мбит', 'интернет;Сто;600;месяц;100', 'интернет;Двести;900;месяц;200'],
  contracts: [
    'договор;клиент;компания;город;улица;дом;расчётный день;заключён;телефон;почта',
    ...CLIENTS.map((id) => `${id};Абонент ${id};;Вольск;Ленина;${id};1;01.02.2020;;`),
  ],
  accounts: ['счёт;договор;вид;остаток;кредит', ...CLIENTS.map((id, at) => `${at + 1};${id};интернет;0;`)],
  services: [
    'логин;договор;вид;название;тариф;состояние;с;оплачено по',
    ...CLIENTS.map((id, at) => `u${at + 1};${id};ethernet;Интернет;Сто;;01.02.2020;`),
  ],
};

export interface PortalBeside {
  readonly portal: TestPortal;
  readonly url: string;
  readonly run: (...line: string[]) => Promise<string>;
  readonly rows: (query: string) => Promise<Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
}

/** A portal whose other billing has this address. */
export async function portalBeside(billing: string): Promise<PortalBeside> {
  const server = await startTestServer({ demo: false });
  const url = await cloneDatabase(server.url, TEMPLATES.empty);
  const throughOutside = <T extends object>(outside: T) => ({ ...outside, billingViews: billingViews(billing) });
  const portal = await openPortal(url, { throughOutside });
  const run = async (...line: string[]) => {
    const said: string[] = [];
    const say = (text: string) => void said.push(text.replaceAll('\u00a0', ' '));
    const code = await runCommand(() => Promise.resolve({ ...portal.world, agents: [] }), line, say);
    if (code !== 0) throw new Error(said.join('\n'));
    return said.join('\n');
  };
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-beside-'));
  for (const [name, lines] of Object.entries(TABLES)) await writeFile(join(folder, `${name}.csv`), lines.join('\n'));
  await run('import', 'load', folder);
  await rm(folder, { recursive: true });
  await run('charge', 'external');
  return {
    portal,
    url,
    run,
    rows: async (query) => (await portal.pool.query<Record<string, unknown>>(query)).rows,
    close: async () => {
      await portal.close();
      await server.stop();
    },
  };
}

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCommand } from '../../src/operator/operator.ts';
import { testPortal } from './portal.ts';

// A provider brings his subscribers from another billing system: 20 November 2026, 14:05.

export const DESK_TABLES = {
  towns: ['город;основной;телефон;сети', 'Вольск;да;8 845 932-00-00;10.1.0.0/16 10.2.7.9/24'],
  streets: ['город;улица;район', 'Вольск;Ленина;Центр', 'Вольск;Мира;'],
  houses: ['город;улица;дом;готов;мбит', 'Вольск;Ленина;1;;1000', 'Вольск;Мира;2;01.03.2027;'],
  plans: [
    'услуга;тариф;цена;за;мбит;гигабайт;ящиков',
    'интернет;Сто;600,00;месяц;100;;',
    'почта;Ящик;0;;;5;3',
    'телефон;Городской;10;день;;;',
  ],
  options: ['услуга;тариф;опция;цена', 'интернет;Сто;Белый адрес;150'],
  contracts: [
    'договор;клиент;компания;город;улица;дом;квартира;расчётный день;заключён;телефон;почта;пароль;вид пароля',
    '7001;Петрова Анна Сергеевна;;Вольск;Ленина;1;4;;01.02.2020;8 927 000-00-01;Anna@mail.example;anna-2020-lenina;открытый',
    '7002;Сидоров Пётр Ильич;;Вольск;Мира;2;;10;2021-05-10;+7 927 000-00-01;;',
    '7003;ООО «Пекарня»;да;Вольск;;2;;1;01.02.2020;;;',
  ],
  accounts: [
    'счёт;договор;вид;остаток;кредит',
    'A-7001;7001;интернет;1 250,50;',
    'T-7001;7001;телефон;0;',
    'A-7002;7002;интернет;-350;100',
    'A-7003;7003;Интернет;0;5000',
  ],
  services: [
    'логин;договор;вид;название;тариф;состояние;с;оплачено по;mac;пароль',
    'anna;7001;isg;Интернет дома;Сто;;01.02.2020;30.11.2026;3C-7C-3F-00-12-AA;net-password',
    'petr;7002;ethernet;Интернет;Сто;долг;10.05.2021;;;',
    'bakery;7003;ethernet;Интернет в офис;Сто;;01.02.2020;;;',
  ],
  'service-options': ['логин;опция;оплачено по', 'anna;Белый адрес;30.11.2026'],
  numbers: ['номер;договор;тариф;с;оплачено по', '8 845 932-55-11;7001;Городской;01.02.2020;20.11.2026'],
} satisfies Record<string, readonly string[]>;
export type Tables = Record<string, readonly string[]>;

export type ImportDesk = Awaited<ReturnType<typeof importDesk>>;

/** An empty portal with the operator's command line and a folder of tables. */
export async function importDesk() {
  const portal = await testPortal({ template: 'empty' });
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-import-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  async function run(...line: string[]) {
    const said: string[] = [];
    const say = (text: string) => void said.push(text.replaceAll('\u00a0', ' '));
    const code = await runCommand(() => Promise.resolve({ ...portal.world, agents: [] }), line, say);
    return { code, said: said.join('\n') };
  }
  async function bring(command: 'check' | 'diff' | 'load', tables: Tables) {
    for (const file of await readdir(folder)) await rm(join(folder, file));
    for (const [name, lines] of Object.entries(tables))
      await writeFile(join(folder, `${name}.csv`), lines.join('\r\n'));
    return run('import', command, folder);
  }
  const rows = async (query: string) => (await portal.pool.query<Record<string, unknown>>(query)).rows;
  return { portal, folder, run, bring, rows };
}

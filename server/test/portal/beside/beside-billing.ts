import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { runCommand } from '../../../src/operator/operator.ts';
import type { PortalOptions } from '../open-portal.ts';
import { testPortal, type TestPortal } from '../portal.ts';

// Three contracts come from another billing, which goes on charging. The clock stands at 20 November 2026.

const TABLES = {
  towns: ['город;основной', 'Вольск;да'],
  streets: ['город;улица', 'Вольск;Ленина'],
  plans: ['услуга;тариф;цена;за;мбит', 'интернет;Сто;600;месяц;100', 'интернет;Двести;900;месяц;200'],
  contracts: [
    'договор;клиент;компания;город;улица;дом;расчётный день;заключён;телефон;почта',
    ...[7001, 7002, 7003].map((id) => `${id};Абонент ${id};;Вольск;Ленина;${id};1;01.02.2020;;`),
  ],
  accounts: [
    'счёт;договор;вид;остаток;кредит',
    'A-1;7001;интернет;100;',
    'A-2;7002;интернет;0;',
    'A-3;7003;интернет;0;',
  ],
  services: [
    'логин;договор;вид;название;тариф;состояние;с;оплачено по',
    'u1;7001;ethernet;Интернет;Сто;;01.02.2020;',
    'u2;7002;ethernet;Интернет;Сто;;01.02.2020;',
    'u3;7003;ethernet;Интернет;Сто;долг;01.02.2020;',
  ],
};

interface AskedRequest {
  readonly request_no: number;
  readonly kind: string;
  readonly state: string;
  readonly body: object;
  readonly contract_id: number;
}

/** A portal beside another billing, and the commands by which that speaks. */
export class BesideBilling {
  readonly portal: TestPortal;

  private constructor(portal: TestPortal) {
    this.portal = portal;
  }

  /** Other tables stand for those of the three contracts. */
  static async open(
    options: PortalOptions = {},
    tables: Readonly<Record<string, readonly string[]>> = {},
  ): Promise<BesideBilling> {
    const beside = new BesideBilling(await testPortal({ template: 'empty', ...options }));
    const folder = await mkdtemp(join(tmpdir(), 'kabinet-beside-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const [name, lines] of Object.entries({ ...TABLES, ...tables }))
      await writeFile(join(folder, `${name}.csv`), lines.join('\n'));
    expect((await beside.run('import', 'load', folder)).code).toBe(0);
    expect((await beside.run('charge', 'external')).code).toBe(0);
    return beside;
  }

  async run(...line: string[]): Promise<{ code: number; said: string }> {
    const said: string[] = [];
    const code = await runCommand(
      () => Promise.resolve({ ...this.portal.world, agents: [] }),
      line,
      (text) => {
        said.push(text.replaceAll('\u00a0', ' '));
      },
    );
    return { code, said: said.join('\n') };
  }

  async rows(query: string): Promise<Record<string, unknown>[]> {
    return (await this.portal.pool.query<Record<string, unknown>>(query)).rows;
  }

  async told(command: 'balances' | 'services', ...lines: string[]): Promise<string[]> {
    const file = join(await mkdtemp(join(tmpdir(), 'kabinet-told-')), 'rows.csv');
    await writeFile(file, lines.join('\n'));
    const { said } = await this.run('billing', command, file, '--json');
    return (JSON.parse(said) as { rows: { key: string; outcome: string; reason: string | null }[] }).rows.map(
      ({ key, outcome, reason }) => [key, outcome, reason].filter((one) => one !== null).join(' '),
    );
  }

  async requests(...options: string[]): Promise<AskedRequest[]> {
    const { said } = await this.run('billing', 'requests', ...options, '--json');
    return (JSON.parse(said) as { requests: AskedRequest[] }).requests;
  }

  /** Answers the only request that waits. */
  async answer(state: 'confirmed' | 'refused', reason?: string): Promise<AskedRequest> {
    const [request, ...more] = await this.requests();
    if (!request) throw new Error('Nothing waits for an answer');
    expect(more).toEqual([]);
    const why = reason === undefined ? [] : [`--reason=${reason}`];
    expect((await this.run('billing', 'answer', String(request.request_no), state, ...why)).code).toBe(0);
    return request;
  }

  async serviceOf(
    login: string,
  ): Promise<{ user_id: number; state: string; reason: string | null; plan: string; returns_on: string | null }> {
    const [row] = await this.rows(
      `select user_id::int, state, reason, p.name as plan, returns_on::text
       from service_user join plan p using (plan_id) where login = '${login}'`,
    );
    return row as Awaited<ReturnType<BesideBilling['serviceOf']>>;
  }

  /** How often the network was told of a service. */
  async provisions(): Promise<number> {
    const [row] = await this.rows(`select count(*)::int as count from outbox_effect where kind = 'service.provision'`);
    return Number(row?.['count']);
  }
}

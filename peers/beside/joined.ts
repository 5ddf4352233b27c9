import { expect } from 'vitest';
import { joinBilling } from '../../server/src/domain/changes/outside/views/join-billing.ts';
import { TOLD_DIFFERENCE } from '../../server/src/domain/billing/outside/outside.texts.ts';
import { sumsOf, type OtherBilling, type Sums } from './other-billing.ts';
import { portalBeside, type PortalBeside } from './portal.ts';

export const MINUTE = 60_000;

interface ServiceHere {
  readonly user_id: number;
  readonly state: string;
  readonly plan: string;
}

/** A portal and the other billing that it has joined. */
export class Joined {
  readonly other: OtherBilling;
  readonly beside: PortalBeside;

  private constructor(other: OtherBilling, beside: PortalBeside) {
    this.other = other;
    this.beside = beside;
  }

  static async open(other: OtherBilling): Promise<Joined> {
    const joined = new Joined(other, await portalBeside(other.server.url));
    await joined.join();
    return joined;
  }

  async close(): Promise<void> {
    await this.beside.close();
    await this.other.server.close();
  }

  /** What the worker does every few seconds. */
  async join(): Promise<void> {
    this.beside.portal.clock.advance(MINUTE);
    await joinBilling(this.beside.portal.world);
  }

  /** Both sides work until nothing about money waits. */
  async settle(): Promise<void> {
    for (let round = 0; round < 20; round += 1) {
      await this.join();
      await this.other.work();
      await this.join();
      if ((await this.waiting()) === 0) return;
    }
    throw new Error('requests still wait after twenty rounds');
  }

  async waiting(): Promise<number> {
    const [row] = await this.beside.rows(
      `select count(*)::int as waiting from billing_request where state = 'waiting' and amount_kopecks is not null`,
    );
    return Number(row?.['waiting']);
  }

  pay(account: number, sum: string, document: string): Promise<string> {
    return this.beside.run('payment', 'post', String(account), sum, document, 'Наличные');
  }

  /**
   * Posts a payment that then waits for those who book on the other side.
   * @returns the balances that are shown meanwhile
   */
  async handOver(account: number, sum: string, document: string): Promise<Sums> {
    await this.pay(account, sum, document);
    await this.join();
    expect(await this.waiting()).toBeGreaterThan(0);
    return this.shown();
  }

  /** The balances as the subscriber reads them. */
  async shown(): Promise<Sums> {
    const rows = await this.beside.rows(
      `select balance_kopecks::int as kopecks from account where contract_id is not null order by account_no`,
    );
    return sumsOf(rows.map(({ kopecks }) => Number(kopecks)));
  }

  async serviceOf(login: string): Promise<ServiceHere> {
    const [row] = await this.beside.rows(
      `select user_id::int, state, reason, p.name as plan, returns_on::text as returns from service_user join plan p using (plan_id)
       where login = '${login}'`,
    );
    return row as unknown as ServiceHere;
  }

  /** How often the history had to say that a balance differs from what explains it. */
  async corrections(): Promise<number> {
    const [row] = await this.beside.rows(
      `select count(*)::int as count from ledger_entry where text = '${TOLD_DIFFERENCE}'`,
    );
    return Number(row?.['count']);
  }

  conflicts(): Promise<Record<string, unknown>[]> {
    return this.beside.rows('select told, key, reason from billing_conflict order by key');
  }

  /** Books and conflicts are as they must be at any rest. */
  async expectOrder(): Promise<void> {
    expect(await this.conflicts()).toEqual([]);
    await this.beside.run('ledger', 'verify');
  }
}

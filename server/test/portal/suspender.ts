import { contract } from '@kabinet/contract';
import { kopecks } from '@kabinet/contract/kernel/money';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { desiredOf } from '#server/domain/services/provisioning/check-network.ts';
import type { SuspensionSettings } from '#server/domain/services/suspension/suspension.rules.ts';
import type { ServiceRef } from '#server/integrations/network/port.ts';
import { addClient, balanceOf, type Client, type ClientShape } from './client.ts';
import { preparedTemplate, testPortal, type TestPortal } from './portal.ts';
import { plainSpaces } from './plain-spaces.ts';

export const TERMS: SuspensionSettings = {
  shortest_days: 3,
  longest_days: 60,
  free_days_a_year: 10,
  day_price: kopecks(5_00),
  start_price: kopecks(50_00),
  days_between: 14,
  days_ahead: 30,
  early_return: { price: kopecks(20_00) },
};

const { suspension } = contract;

/** Status, code and text of a refusal. */
export async function refusal(asked: Promise<{ status: number; body: { code?: string; message?: string } }>) {
  const { status, body } = await asked;
  return [status, body.code, plainSpaces(body.message)];
}

/** One client with one internet service and a fully known ledger, and the client's actions on suspensions. */
export class Suspender {
  readonly portal: TestPortal;
  readonly client: Client;

  private constructor(portal: TestPortal, client: Client) {
    this.portal = portal;
    this.client = client;
  }

  /** December is charged at ten roubles a day; it is the afternoon of a day. */
  static async inDecember(
    on: string,
    shape: ClientShape = {},
    terms: Partial<SuspensionSettings> = {},
  ): Promise<Suspender> {
    const begin = async (portal: TestPortal, client: Client) => {
      const one = new Suspender(portal, client);
      one.setTerms({ ...TERMS, ...terms });
      await one.dayOf(on);
      return one;
    };
    // More than twenty days are charged, which takes longer than most tests. The terms say nothing about days without a suspension.
    const template = await preparedTemplate(JSON.stringify(['suspender', on, shape]), async (portal) => {
      const client = await addClient(portal.world, { balance: 1000_00, fee: 310_00, ...shape });
      await begin(portal, client);
      return client;
    });
    return begin(await testPortal({ template }), template.told);
  }

  setTerms(terms: SuspensionSettings | undefined): void {
    Object.assign(this.portal.world.provider, { suspension: terms });
  }

  /** The afternoon of a day; its night has been charged. */
  async dayOf(on: string): Promise<void> {
    const { clock, world } = this.portal;
    clock.set(new Date(`${on}T00:05:00Z`));
    await chargeUpTo(world);
    clock.set(new Date(`${on}T10:05:00Z`));
  }

  /** The service is of another kind, at the same price. */
  async becomes(kind: 'tv' | 'sip' | 'mail'): Promise<void> {
    const { pool } = this.portal;
    await pool.query(
      `with own as (update service_user set user_type = $2 where user_id = $1 returning plan_id)
       update plan set service_kind = $2 from own where plan.plan_id = own.plan_id`,
      [this.client.userId, kind],
    );
  }

  async get() {
    const params = { id: this.client.userId };
    return (await this.portal.send(suspension.get, { params }, this.client.contractId)).body;
  }

  preview(from: string, until: string) {
    return this.portal.send(suspension.preview, this.dates(from, until), this.client.contractId);
  }
  start(from: string, until: string, more: { version?: string } = {}) {
    return this.portal.send(suspension.start, this.dates(from, until, more), this.client.contractId);
  }
  cancel() {
    return this.portal.send(suspension.cancel, this.own(), this.client.contractId);
  }
  returnPreview() {
    return this.portal.send(suspension.returnPreview, this.own(), this.client.contractId);
  }
  goBack(version?: string) {
    const body = { ...this.own().body, ...(version !== undefined && { version }) };
    return this.portal.send(suspension.return, { body }, this.client.contractId);
  }

  dates(from: string, until: string, more: { version?: string } = {}) {
    return { body: { user_id: this.client.userId, from, until, ...more } };
  }
  own() {
    return { body: { user_id: this.client.userId } };
  }

  balance(): Promise<number> {
    return balanceOf(this.portal.world, this.client.accountId);
  }

  /** «paused 2026-12-25», «blocked debt». */
  async state(): Promise<string> {
    const { rows } = await this.portal.pool.query<{ state: string }>(
      "select concat_ws(' ', state, reason, returns_on) as state from service_user where user_id = $1",
      [this.client.userId],
    );
    return rows[0]?.state ?? '';
  }

  /** `[day, kopecks, text]` of charges and returns from a day on. */
  async lines(from: string): Promise<[day: string, amount: number, text: string][]> {
    const { rows } = await this.portal.pool.query<{ line: [string, number, string] }>(
      `select json_build_array(e.day, e.amount_kopecks, e.text) as line
       from ledger_entry e join ledger_transaction t using (transaction_id)
       where account_id = $1 and t.kind in ('charge', 'correction') and e.day >= $2 order by entry_id`,
      [this.client.accountId, from],
    );
    return rows.map(({ line }) => line);
  }

  /** Another one-time charge of the account. */
  async owes(amount: number, on: string): Promise<void> {
    await this.portal.pool.query(
      `insert into one_time_charge (account_id, what, text, amount_kopecks, day) values ($1, 'document:1', 'Выезд', $2, $3)`,
      [this.client.accountId, amount, on],
    );
  }

  async titles(): Promise<string[]> {
    const { rows } = await this.portal.pool.query<{ title: string }>('select title from message order by message_id');
    return rows.map(({ title }) => title);
  }

  /** Pending orders to the network. */
  async accessOwed(): Promise<string[]> {
    const { rows } = await this.portal.pool.query<{ service: ServiceRef }>(
      `select payload as service from outbox_effect where kind = 'service.provision' and state <> 'done'`,
    );
    const desired = await this.portal.world.db.read((tx) =>
      Promise.all(rows.map(({ service }) => desiredOf(tx, service))),
    );
    return desired.map((one) => one?.state.access ?? '');
  }

  /** What is wrong with the ledger. */
  faults() {
    return this.portal.world.db.read(verifyLedger);
  }
}

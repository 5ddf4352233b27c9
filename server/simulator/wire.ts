import type { SandboxBank } from '#server/integrations/acquirer/port.ts';
import { notificationOf } from '#server/integrations/acquirer/sandbox-bank.ts';
import { operation } from '#server/integrations/acquirer/sandbox.queries.ts';
import { SIGNATURE_HEADER, signatureOf } from '#server/integrations/acquirer/sandbox-signature.ts';
import type { Database } from '#server/db/database.ts';
import type { Dice } from '../seeds/random.ts';
import { SANDBOX_SECRET, type TestPortal } from '../test/portal/open-portal.ts';

/** The line between the bank and the portal, which loses, repeats, delays and reorders notifications. */
export class Wire {
  readonly #dice: Dice;
  #app: TestPortal['inject'] | undefined;
  readonly #delayed: string[] = [];
  isPerfect = false;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  lead(to: TestPortal['inject']): void {
    this.#app = to;
  }

  bank(bank: SandboxBank, db: Database): SandboxBank {
    return {
      ...bank,
      notify: async (operationId) => {
        const body = notificationOf(await db.read((tx) => operation(tx, operationId)));
        await this.#send(body);
      },
    };
  }

  /** Delivers delayed notifications, the latest first. */
  async deliverDelayed(): Promise<number> {
    const bodies = this.#delayed.splice(0).reverse();
    for (const body of bodies) await this.tell(body).catch(() => this.#delayed.push(body));
    return bodies.length;
  }

  async #send(body: string): Promise<void> {
    const fate = this.isPerfect
      ? 'told'
      : this.#dice.pick(['told', 'told', 'told', 'lost', 'twice', 'delayed', 'both']);
    if (fate === 'lost') return;
    if (fate === 'delayed' || fate === 'both') this.#delayed.push(body);
    if (fate === 'delayed') return;
    await this.tell(body);
    if (fate === 'twice') await this.tell(body);
  }

  /** Notifies like the bank; repeats a notification that the portal does not accept. */
  async tell(body: string, secret = SANDBOX_SECRET): Promise<void> {
    const reply = await this.#app?.({
      method: 'POST',
      url: '/gateway/sandbox',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(body, secret) },
      payload: body,
    });
    if (reply?.statusCode !== 200) throw new Error(`The portal answered a notification with ${reply?.statusCode ?? 0}`);
  }
}

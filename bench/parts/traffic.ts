import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { contract } from '@kabinet/contract';
import { Client, tellOfPayment } from '../../e2e/harness/api.ts';
import { ACCOUNTS, type Acknowledged } from './late-provider.ts';

/** How long a client or a bank waits for a reply. */
const PATIENCE_MS = 30_000;

/** A network of terminals that pays by OSMP. */
export const AGENT = {
  name: 'terminals',
  title: 'Терминалы',
  protocol: 'osmp',
  addresses: ['127.0.0.1'],
  secret: { kind: 'none' },
  smallest: '1',
  largest: '15000',
  fiscalized_by: 'agent',
  method: 'cash',
};

/** Clients that keep sending requests until the end, and repeat unanswered ones. */
export class Traffic {
  readonly acknowledged: Acknowledged[] = [];
  refusals = 0;
  unanswered = 0;
  #isOver = false;

  get isOver(): boolean {
    return this.#isOver;
  }

  end(): void {
    this.#isOver = true;
  }

  /** A signed-in subscriber. */
  async client(url: string, who: number): Promise<Client> {
    const client = new Client(url);
    await this.untilDone(() => client.signIn(who));
    return client;
  }

  /** Repeats a request until it is answered; signs in again when the session is lost. */
  ask<T>(client: Client, who: number, question: () => Promise<T>): Promise<T> {
    return this.untilDone(() =>
      question().catch(async (error: unknown) => {
        if (String(error).includes('unauthorized')) await client.signIn(who);
        throw error;
      }),
    );
  }

  /** Orders a QR and pays it; the bank repeats the notification until it is accepted. */
  async payByQr(url: string, who: number): Promise<void> {
    const client = await this.client(url, who);
    for (let turn = 0; !this.#isOver; turn += 1) {
      const kopecks = 10_00 + turn * 100 + (who % 10);
      const order = await this.ask(client, who, () =>
        client.ask(contract.payment.sbp, { query: { p: 'i', amount: (kopecks / 100).toFixed(2) } } as never),
      );
      const operation = randomUUID();
      await this.untilDone(async () => {
        if ((await tellOfPayment(url, order.qr_id, order.amount, operation)) !== 200) throw new Error('not heard');
      });
      this.acknowledged.push({ reference: `sandbox:${operation}`, kopecks });
      // A bank may send a notification twice.
      if (Math.random() < 0.3) await tellOfPayment(url, order.qr_id, order.amount, operation);
    }
  }

  /** A terminal repeats a payment until it gets a final reply. */
  async payAtTerminal(url: string): Promise<void> {
    for (let txn = 1; !this.#isOver; txn += 1) {
      const kopecks = 50_00 + txn;
      const query = new URLSearchParams({
        command: 'pay',
        txn_id: String(txn),
        account: `${400_001 + (txn % ACCOUNTS)}i`,
        sum: (kopecks / 100).toFixed(2),
      });
      await this.untilDone(async () => {
        const answer = await (await fetch(`${url}/gateway/osmp?${query.toString()}`)).text();
        if (!answer.includes('<result>0</result>')) throw new Error(answer);
      });
      this.acknowledged.push({ reference: `teller:terminals:${txn}`, kopecks });
    }
  }

  async untilDone<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await this.#answeredInTime(work());
      } catch {
        this.refusals += 1;
        await pause(50);
      }
    }
  }

  /** Adds a timeout: a request to a killed server might wait for ever. */
  async #answeredInTime<T>(work: Promise<T>): Promise<T> {
    const timer = new AbortController();
    const late = pause(PATIENCE_MS, undefined, { signal: timer.signal }).then(() => {
      this.unanswered += 1;
      throw new Error('no answer');
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      late.catch(() => undefined);
      timer.abort();
    }
  }
}

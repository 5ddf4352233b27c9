import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { SANDBOX_SECRET } from '../../e2e/harness/api.ts';
import { ACCOUNTS, type Acknowledged } from '../parts/late-provider.ts';
import { ask, type Faults } from './ask.ts';

/** Payments that wait for an answer at once: more terminals than this do not come. */
const MOST_WAITING = 400;
const TICK_MS = 20;
const AGAIN_MS = 1000;

/** Terminals at a steady rate, and a bank. Each repeats a payment until it is told that it was taken. */
export class Payers {
  readonly acknowledged: Acknowledged[] = [];
  /** When an answer came: milliseconds of the process. */
  readonly answeredAt: number[] = [];
  /** Payments of the bank: when one was ordered, and when a job had credited it. */
  readonly credited: { readonly begunAt: number; readonly at: number }[] = [];
  repeats = 0;
  waiting = 0;
  readonly #site: string;
  readonly #faults: Faults;
  #last = 0;
  #isOver = false;

  constructor(site: string, faults: Faults) {
    this.#site = site;
    this.#faults = faults;
  }

  /** Ends when all payments that were begun are answered. */
  async end(): Promise<void> {
    this.#isOver = true;
    while (this.waiting > 0) await pause(50);
  }

  async payAtTerminals(perSecond: number): Promise<void> {
    let [began, sent] = [performance.now(), 0];
    while (!this.#isOver) {
      const due = ((performance.now() - began) / 1000) * perSecond;
      for (; sent < due && this.waiting < MOST_WAITING; sent += 1) void this.#payOnce();
      // Whoever did not come then does not come later.
      if (sent < due) [began, sent] = [performance.now(), 0];
      await pause(TICK_MS);
    }
  }

  async #payOnce(): Promise<void> {
    const txn = (this.#last += 1);
    const kopecks = 50_00 + (txn % 1000);
    const account = `${400_001 + (txn % ACCOUNTS)}i`;
    const sum = (kopecks / 100).toFixed(2);
    const query = new URLSearchParams({ command: 'pay', txn_id: String(txn), account, sum }).toString();
    await this.#untilTaken(async () => {
      const told = await ask(`${this.#site}/gateway/osmp?${query}`);
      // OSMP has a result of its own for «repeat later».
      if (told.body.includes('<result>1</result>')) return false;
      return this.#faults.judge('terminal', told, told.body.includes('<result>0</result>'));
    });
    this.acknowledged.push({ reference: `teller:terminals:${txn}`, kopecks });
    this.answeredAt.push(performance.now());
  }

  /** Orders a QR, tells that it was paid, waits until a job has credited it, and pays the next. */
  async payByQr(token: string, isCredited: (reference: string) => Promise<boolean>): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      const kopecks = 10_00 + (turn % 500) * 100;
      const operation = randomUUID();
      const begunAt = performance.now();
      const reference = `sandbox:${operation}`;
      const order = await this.#order(token, kopecks);
      await this.#untilTaken(() => this.#tell(order, operation));
      this.acknowledged.push({ reference, kopecks });
      // A bank may send a notification twice.
      if (turn % 3 === 0) await this.#tell(order, operation);
      while (!(await isCredited(reference).catch(() => false))) await pause(200);
      this.credited.push({ begunAt, at: performance.now() });
      await pause(300);
    }
  }

  async #order(token: string, kopecks: number): Promise<{ qr_id: string; amount: string }> {
    const address = `${this.#site}/api/v2/payment/sbp?p=i&amount=${(kopecks / 100).toFixed(2)}`;
    let body = '';
    await this.#untilTaken(async () => {
      const told = await ask(address, { headers: { authorization: `Bearer ${token}`, origin: this.#site } });
      ({ body } = told);
      return this.#faults.judge('order', told, told.status === 200);
    });
    return JSON.parse(body) as { qr_id: string; amount: string };
  }

  async #tell({ qr_id, amount }: { qr_id: string; amount: string }, operation: string): Promise<boolean> {
    const body = JSON.stringify({ operation_id: operation, qr_id, status: 'success', amount, currency: 'RUB' });
    const signature = createHmac('sha256', SANDBOX_SECRET).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-signature-sha256': signature };
    const told = await ask(`${this.#site}/gateway/sandbox`, { method: 'POST', headers, body });
    return this.#faults.judge('bank', told, told.status === 200);
  }

  async #untilTaken(attempt: () => Promise<boolean>): Promise<void> {
    this.waiting += 1;
    while (!(await attempt())) {
      this.repeats += 1;
      await pause(AGAIN_MS * (0.5 + Math.random()));
    }
    this.waiting -= 1;
  }
}

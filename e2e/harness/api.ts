import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { subPath } from '@kabinet/contract/kernel/pages/address';
import type { Call, Request, Wire } from '@kabinet/contract/kernel/call/call';
import { contract } from '@kabinet/contract';

export const SANDBOX_SECRET = 'the-sandbox-bank-of-the-journeys';

/** A subscriber's API client, without a browser. */
export class Client {
  readonly #url: string;
  #token: string;

  /** With the token of a signed-in subscriber, or without one. */
  constructor(url: string, token = '') {
    this.#url = url;
    this.#token = token;
  }

  get token(): string {
    return this.#token;
  }

  async signIn(login: number): Promise<this> {
    const { access_token } = await this.ask(contract.auth.token, {
      body: { login: String(login), password: 'demo-kabinet' },
    });
    this.#token = access_token;
    return this;
  }

  /** The result of a call. Throws an error with the code when the call fails. */
  async ask<C extends Call>(call: C, request: Request<C>): Promise<Wire<C>> {
    const { params = {}, query = {}, body } = request as { params?: object; query?: object; body?: object };
    const address = new URL(`${this.#url}/api/v2/${subPath(call, params as Record<string, unknown>)}`);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
    const reply = await fetch(address, {
      method: call.method,
      headers: {
        'content-type': 'application/json',
        origin: this.#url,
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await reply.json();
    if (!reply.ok) throw new Error(`${call.path}: ${JSON.stringify(answer)}`);
    return answer as Wire<C>;
  }

  /** Balance of the internet account. */
  async balance(): Promise<string> {
    return (await this.ask(contract.internetAccount.get, {})).balance;
  }

  /** The page of the first internet service, below `/lk/`. */
  async internetPage(): Promise<string> {
    const users = await this.ask(contract.user.list, {});
    const internet = users.find(({ user_type }) => ['isg', 'homenet', 'ethernet'].includes(user_type));
    return `internet/${internet?.user_id}`;
  }

  /** Balances of the internet account and, if there is one, the telephone account. */
  async balances(): Promise<string[]> {
    const telephone = await this.ask(contract.telephone.get, {});
    return [await this.balance(), ...(Array.isArray(telephone) ? [] : [telephone.balance])];
  }
}

/** Sends the bank's notification that a QR was paid. Returns the HTTP status, or 0 without a reply. */
export async function tellOfPayment(
  url: string,
  qrId: string,
  amount: string,
  operationId = randomUUID(),
): Promise<number> {
  const body = JSON.stringify({ operation_id: operationId, qr_id: qrId, status: 'success', amount, currency: 'RUB' });
  const signature = createHmac('sha256', SANDBOX_SECRET).update(body).digest('hex');
  return fetch(`${url}/gateway/sandbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature-sha256': signature },
    body,
  }).then(
    (reply) => reply.status,
    () => 0,
  );
}

/** Repeats a query until its result is as expected. Returns the last result. */
export async function eventually<T>(
  question: () => Promise<T>,
  isRight: (answer: T) => boolean,
  within = 20_000,
): Promise<T> {
  const began = Date.now();
  for (;;) {
    const answer = await question();
    if (isRight(answer) || Date.now() - began > within) return answer;
    // Slow enough to stay below the request limit of one client.
    await pause(250);
  }
}

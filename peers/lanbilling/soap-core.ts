import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '../beside/booking.ts';
import type { MariaDb } from '../beside/mariadb.ts';

/** The manager of payments; its password has what XML escapes. */
export const MANAGER = { LOGIN: 'kabinet', PASSWORD: 'p&s<w>d' };

const unescape = (value: string) => value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const valueOf = (name: string, body: string) =>
  unescape(new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1] ?? '');

interface Call {
  readonly name: string;
  readonly session: string;
  readonly body: string;
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const body = await text(request).catch(() => '');
  return {
    name: /<lb:(\w+)\/?>/.exec(body)?.[1] ?? '',
    session: /sessnum=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '',
    body,
  };
}

/**
 * Stands for the core of LANBilling, by the description of its calls and by what programs of others read in its answers. A number that is in
 * the table is refused, and the table takes none twice. Whoever hangs up does not stop the core.
 */
export class SoapCore implements Core {
  readonly #base: MariaDb;
  readonly #server: Server;
  readonly #sessions = new Set<string>();
  #port = 0;
  #heard = 0;
  /** How long it takes to write a payment. */
  seconds = 0;

  private constructor(base: MariaDb) {
    this.#base = base;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async open(base: MariaDb): Promise<SoapCore> {
    const core = new SoapCore(base);
    await core.setCore('up');
    return core;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Those who have come in and have not gone. */
  get sessions(): number {
    return this.#sessions.size;
  }

  readonly heard = (): Promise<number> => Promise.resolve(this.#heard);

  readonly setCore = async (state: 'up' | 'down'): Promise<void> => {
    if (state === 'up') {
      this.#server.listen(this.#port, '127.0.0.1').unref();
      await once(this.#server, 'listening');
      const address = this.#server.address();
      this.#port = typeof address === 'object' && address ? address.port : 0;
      return;
    }
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  };

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await callOf(request);
    try {
      const said = call.name === 'Login' ? this.#login(call.body, response) : await this.#called(call);
      response
        .writeHead(200)
        .end(envelope(`<lbapi:${call.name}Response><ret>${said}</ret></lbapi:${call.name}Response>`));
    } catch (error) {
      const { message } = error as Error;
      response.writeHead(500).end(envelope(`<SOAP-ENV:Fault><detail>${message}</detail></SOAP-ENV:Fault>`));
    }
  }

  #login(body: string, response: ServerResponse): string {
    if (valueOf('login', body) !== MANAGER.LOGIN || valueOf('pass', body) !== MANAGER.PASSWORD)
      throw new Error('Manager login or password is incorrect');
    const session = randomUUID().replaceAll('-', '');
    this.#sessions.add(session);
    response.setHeader('Set-Cookie', `sessnum=${session};Version=1;Path="/";Max-Age=3600`);
    return '36';
  }

  #called({ name, session, body }: Call): Promise<string> {
    if (!this.#sessions.has(session)) throw new Error('Manager not authorized');
    if (name === 'Logout') this.#sessions.delete(session);
    return name === 'ExternPayment' ? this.#pay(body) : Promise.resolve('');
  }

  async #pay(body: string): Promise<string> {
    this.#heard += 1;
    const [account, receipt] = [Number(valueOf('str', body)), valueOf('receipt', body)];
    if (valueOf('id', body) !== '11' || valueOf('notexists', body) !== '1') throw new Error('Wrong type of account');
    const refusal = await this.#refusal(receipt);
    if (refusal) throw new Error(refusal);
    if ((await this.#ask(`select 1 from agreements where agrm_id = ${account} and archive = 0`)).length === 0)
      throw new Error('Agreement not found.');
    await pause(this.seconds * 1000);
    const booking = `call core.book('${randomUUID()}', ${account}, ${valueOf('amount', body)}, '${receipt}')`;
    await this.#ask(booking, /Duplicate entry/).catch(async () => {
      throw new Error((await this.#refusal(receipt)) ?? 'Duplicate entry');
    });
    const [booked] = await this.#ask(`select record_id from payments where receipt = '${receipt}'`);
    return booked ?? '';
  }

  async #refusal(receipt: string): Promise<string | undefined> {
    const [row] = await this.#ask(
      `select record_id, status from payments where receipt = '${receipt}' and mod_person = 36`,
    );
    if (row === undefined) return undefined;
    const [record, status] = row.split(' ');
    const is = status === '2' ? 'is cancelled' : 'already exists';
    return `Payment with receipt = ${receipt} and mod_person = 36 ${is} (record_id = ${record})`;
  }

  /** It goes on once its base is there again. */
  async #ask(query: string, fatal?: RegExp): Promise<string[]> {
    for (;;) {
      try {
        return await this.#base.rows(query);
      } catch (error) {
        if (fatal?.test(String(error)) === true) throw error;
        await pause(100);
      }
    }
  }
}

const envelope = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" ` +
  `xmlns:lbapi="urn:api3"><SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;

import { systemClock } from '#server/kernel/clock.ts';
import { OWN_SIGNATURE_HEADER, timedSignatureOf } from '../../signature.ts';
import { EXCHANGE_PATIENCE_MS, type NetworkExchange } from './exchange.ts';

export interface NetworkEndpoint {
  readonly url: string;
  /** Signs each request. */
  readonly secret: string;
}

/** Sends each request as a signed POST. An error names the status only: the request may hold a password. */
export const networkOverHttp =
  ({ url, secret }: NetworkEndpoint): NetworkExchange =>
  async (request) => {
    const body = JSON.stringify(request);
    const reply = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(EXCHANGE_PATIENCE_MS),
      headers: {
        'content-type': 'application/json',
        [OWN_SIGNATURE_HEADER]: timedSignatureOf(secret, body, systemClock.now()),
      },
      body,
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`the network system answered ${reply.status}`);
    return text;
  };

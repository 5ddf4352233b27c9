import { get } from 'node:http';

/** A realistic terminal: it repeats, sends twice at once, and disconnects before the reply. */
export interface Terminal {
  /** Sends until it gets a reply, and sometimes again; returns every reply received. */
  pay(payment: { txnId: string; account: string; sum: string }): Promise<readonly string[]>;
}

const MOST_TRIES = 50;
/** Milliseconds after which an impatient terminal disconnects; a payment takes some of them. */
const MOST_PATIENCE = 25;

/**
 * Sends one request on its own connection; undefined if it was cut after so many milliseconds, or the reply is invalid.
 */
const ask = (url: string, patience: number | undefined): Promise<string | undefined> =>
  new Promise((done) => {
    const request = get(url, { agent: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', () => done(undefined));
      reply.on('end', () => done(reply.statusCode === 200 ? Buffer.concat(chunks).toString() : undefined));
    });
    request.on('error', () => done(undefined));
    if (patience !== undefined) setTimeout(() => request.destroy(new Error('hung up')), patience);
  });

/** `chance` returns numbers from 0 to 1; the same seed gives the same behaviour. */
export function terminal(gate: string, chance: () => number): Terminal {
  return {
    async pay({ txnId, account, sum }) {
      const parameters = { command: 'pay', txn_id: txnId, txn_date: '20261120140500', account, sum };
      const url = `${gate}?${new URLSearchParams(parameters).toString()}`;
      const heard: string[] = [];
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const patience = chance() < 0.6 ? Math.ceil(chance() * MOST_PATIENCE) : undefined;
        const atOnce = 1 + Math.floor(chance() * 3);
        const answers = await Promise.all(Array.from({ length: atOnce }, () => ask(url, patience)));
        heard.push(...answers.filter((answer) => answer !== undefined));
        // It may send again even after a reply.
        if (heard.length > 0 && chance() < 0.5) return heard;
      }
      return heard;
    },
  };
}

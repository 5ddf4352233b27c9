import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 1024 });
/** As long as a bank waits. */
const PATIENCE_MS = 30_000;

export interface RequestParts {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ClientReply {
  /** 0 without a reply. */
  readonly status: number;
  readonly body: string;
  readonly isLater: boolean;
  /** Why there is no reply. */
  readonly failure?: string;
}

/** One request; what came of it, never an error. */
export function ask(url: string, { method = 'GET', headers = {}, body }: RequestParts = {}): Promise<ClientReply> {
  return new Promise((resolve) => {
    const failed = (failure: string) => resolve({ status: 0, body: '', isLater: false, failure });
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const asked = request(url, { agent, method, timeout: PATIENCE_MS, headers: { ...length, ...headers } });
    asked.on('timeout', () => asked.destroy(new Error('no reply')));
    asked.on('error', (error: NodeJS.ErrnoException) => failed(error.code ?? error.message));
    asked.on('response', (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('error', () => failed('cut'));
      reply.on('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          body: Buffer.concat(parts).toString(),
          isLater: reply.headers['retry-after'] !== undefined,
        }),
      );
    });
    asked.end(body);
  });
}

/** Counts replies that a client must never get: neither the answer, nor a refusal that says when to repeat. */
export class Faults {
  readonly counts = new Map<string, number>();
  refused = 0;

  /** Whether the request was carried out. */
  judge(what: string, told: ClientReply, isRight: boolean): boolean {
    if (isRight) return true;
    if (told.status === 503 && told.isLater) this.refused += 1;
    else this.add(`${what}: ${told.failure ?? told.status} ${told.body.slice(0, 120)}`);
    return false;
  }

  add(fault: string): void {
    this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
  }
}

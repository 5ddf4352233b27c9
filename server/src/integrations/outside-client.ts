import type { z } from 'zod';
import { unavailable } from './unavailable.ts';

/** Maximum time for a reply of an outside system (R-49). */
const PATIENCE_MS = 5_000;

export interface OutsideRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base address, without a slash at the start. It may be logged. */
  readonly path: string;
  /** Never logged. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the request is idempotent there: then it is tried once more. */
  readonly isRepeatable?: boolean;
}

interface OutsideReply {
  readonly status: number;
  readonly body: unknown;
}

export interface OutsideClient {
  /** Returns a reply with 2xx or 4xx; throws `outside_unavailable` on a timeout, 5xx, 429 or an unreadable body. */
  send(request: OutsideRequest): Promise<OutsideReply>;
  /** The same, but the reply must be 2xx and of the given shape. */
  ask<Schema extends z.ZodType>(schema: Schema, request: OutsideRequest): Promise<z.output<Schema>>;
}

interface ClientOptions {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parameters of every request, such as a token; never logged. */
  readonly query?: Readonly<Record<string, string>>;
  readonly encode?: (body: object) => string;
  /** undefined: unreadable. */
  readonly decode: (text: string) => unknown;
  readonly patience?: number;
}

/** The HTTP client for an outside system. An error names the method and the path only: the rest may be secret. */
export function outsideClient(options: ClientOptions): OutsideClient {
  const { decode } = options;
  const once = async (request: OutsideRequest): Promise<OutsideReply> => {
    const { method, path } = request;
    const reply = await fetchFrom(options, request);
    const text = await reply.text();
    const body = text === '' ? {} : decode(text);
    if (reply.status >= 500 || reply.status === 429 || body === undefined) {
      throw new Error(`${method} ${path} was answered with ${reply.status}`);
    }
    return { status: reply.status, body };
  };
  const send = async (request: OutsideRequest): Promise<OutsideReply> => {
    try {
      return await once(request).catch((error: unknown) => {
        if (request.isRepeatable) return once(request);
        throw error;
      });
    } catch (error) {
      throw unavailable(error);
    }
  };
  return {
    send,
    async ask(schema, request) {
      const { status, body } = await send(request);
      if (status < 300) return parsedReply(schema, body);
      throw unavailable(new Error(`${request.method} ${request.path} was refused with ${status}: ${codeOf(body)}`));
    },
  };
}

function fetchFrom(
  { baseUrl, headers: common, query: always, encode = JSON.stringify, patience = PATIENCE_MS }: ClientOptions,
  { method, path, query, body, headers }: OutsideRequest,
): Promise<Response> {
  const parameters = new URLSearchParams({ ...always, ...query }).toString();
  return fetch(`${baseUrl}/${path}${parameters === '' ? '' : `${path.includes('?') ? '&' : '?'}${parameters}`}`, {
    method,
    headers: { ...common, ...headers },
    ...(body && { body: encode(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  });
}

/** Parses a reply by the schema from the documentation; throws if it does not match. */
export function parsedReply<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw unavailable(parsed.error);
}

/** Errors are reported by a code; their sentences may repeat the client's data, which must not be logged. */
function codeOf(body: unknown): string {
  const { code } = (body ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'no code';
}

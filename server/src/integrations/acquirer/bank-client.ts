import type { z } from 'zod';
import { parseBankJson } from './bank-json.ts';
import { unavailable } from './unavailable.ts';

/** Maximum time for a bank's reply. */
const PATIENCE_MS = 5_000;

interface BankRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Relative to the bank's base address, without a slash at the start. */
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the request is idempotent at the bank: then it is tried once more. */
  readonly isRepeatable?: boolean;
}

interface BankReply {
  readonly status: number;
  /** The bank's JSON, numbers as text. */
  readonly body: unknown;
}

export interface BankClient {
  /** Returns a reply with 2xx or 4xx; throws `outside_unavailable` on a timeout, 5xx or invalid JSON. */
  send(request: BankRequest): Promise<BankReply>;
  /** The same, but the reply must be 2xx and of the given shape. */
  ask<Schema extends z.ZodType>(schema: Schema, request: BankRequest): Promise<z.output<Schema>>;
}

/** The HTTP client for every bank. `baseUrl` has no slash at the end. */
export function bankClient(baseUrl: string, common: Readonly<Record<string, string>> = {}): BankClient {
  const once = async ({ method, path, body, headers }: BankRequest): Promise<BankReply> => {
    const reply = await fetch(`${baseUrl}/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...common, ...headers },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await reply.text();
    const parsed = text === '' ? {} : parseBankJson(text);
    if (reply.status >= 500 || reply.status === 429 || parsed === undefined) {
      throw new Error(`${method} ${path} was answered with ${reply.status}`);
    }
    return { status: reply.status, body: parsed };
  };
  const send = async (request: BankRequest): Promise<BankReply> => {
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
      if (status < 300) return understood(schema, body);
      throw unavailable(new Error(`${request.method} ${request.path} was refused with ${status}: ${codeOf(body)}`));
    },
  };
}

/** Parses a reply by the schema from the bank's documentation; throws if it does not match. */
export function understood<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw unavailable(parsed.error);
}

/** Banks report errors by a code; their sentences may repeat the client's data, which must not be logged. */
function codeOf(body: unknown): string {
  const { code } = (body ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'no code';
}

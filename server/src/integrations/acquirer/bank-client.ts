import type { z } from 'zod';
import { parseBankJson } from './bank-json.ts';
import { unavailable } from './unavailable.ts';

/** A bank has this long for an answer. */
const PATIENCE_MS = 5_000;

interface BankRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Beneath the bank's base address, without a slash at the start. */
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the bank may see it twice without doing it twice: then it is tried once more. */
  readonly isRepeatable?: boolean;
}

interface BankReply {
  readonly status: number;
  /** Its JSON, numbers as text. */
  readonly body: unknown;
}

export interface BankClient {
  /** Answers what the bank answered with 2xx or 4xx; silence, 5xx and what is no JSON are `outside_unavailable`. */
  send(request: BankRequest): Promise<BankReply>;
  /** The same for an answer that can only be good: 2xx and of the given shape. */
  ask<Schema extends z.ZodType>(schema: Schema, request: BankRequest): Promise<z.output<Schema>>;
}

/** How every bank is spoken to over HTTP. `baseUrl` has no slash at the end. */
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

/** An answer of the shape that the bank's documents promise. */
export function understood<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw unavailable(parsed.error);
}

/** Banks name what is wrong by a code; their sentences may repeat the client's data, which the log must not have. */
function codeOf(body: unknown): string {
  const { code } = (body ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'no code';
}

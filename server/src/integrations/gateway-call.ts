import { TooManyRequests } from '#server/kernel/job/delivery.ts';

/** After this time without a reply the call fails and is tried again later. */
export const GATEWAY_TIMEOUT_MS = 10_000;
/** The pause after «too many requests» if the gateway does not say how long to wait. */
const PAUSE_MS = 30_000;

interface GatewayReply {
  readonly status: number;
  /** Undefined if it is not JSON. */
  readonly body: unknown;
}

/** Posts to a gateway of messages. An error names the gateway only: its address may hold a token. */
export async function callGateway(
  name: string,
  url: string,
  {
    timeoutMs = GATEWAY_TIMEOUT_MS,
    ...init
  }: Pick<RequestInit, 'headers' | 'body'> & { timeoutMs?: number | undefined },
): Promise<GatewayReply> {
  const signal = AbortSignal.timeout(timeoutMs);
  const ask = async () => {
    const reply = await fetch(url, { ...init, method: 'POST', redirect: 'error', signal });
    return { reply, text: await reply.text() };
  };
  const { reply, text } = await ask().catch((error: unknown) => {
    throw new Error(`${name}: no answer (${reasonOf(error)})`);
  });
  const body = parsed(text);
  if (reply.status === 429) throw new TooManyRequests(`${name}: too many requests`, waitOf(reply, body));
  return { status: reply.status, body };
}

const reasonOf = (error: unknown): string => {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? 'unknown';
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The requested wait in milliseconds. Telegram gives seconds in its body; others give seconds or a moment in a header. */
function waitOf({ headers }: Response, body: unknown): number {
  const said = (body as { parameters?: { retry_after?: unknown } } | undefined)?.parameters?.retry_after;
  if (typeof said === 'number') return said * 1000;
  const header = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  // The moment and the date of the reply are both from the gateway's own clock.
  const wait = Date.parse(header) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(wait) ? PAUSE_MS : Math.max(wait, 0);
}

import { toWireMoney, type Kopecks } from '@kabinet/contract/kernel/money';
import { z } from 'zod';
import { Problem } from '#server/kernel/call/problem.ts';
import type { CashRegister, Receipt, ReceiptVerdict } from './port.ts';

/** The provider's credentials at ATOL Online; `ATOL_…` in the environment. */
export interface AtolSettings {
  /** Without a slash at the end; `…/possystem/v4`. */
  readonly url: string;
  readonly group: string;
  readonly login: string;
  readonly password: string;
}

const PATIENCE_MS = 10_000;

/** Error codes of ATOL: the receipt already exists; the token is missing, wrong or expired. */
const KNOWN_ALREADY = 33;
const TOKEN_SPENT = new Set([10, 11, 12, 13]);

/** How money is paid: by banknotes, or between accounts. */
const IN_CASH = 0;
const CASHLESS = 1;

const Failure = z.object({ code: z.number(), text: z.string() });
const Token = z.object({ token: z.string().min(1) });
const AtolReply = z.object({
  uuid: z.string().nullish(),
  status: z.enum(['wait', 'done', 'fail']).nullish(),
  error: Failure.nullish(),
  payload: z
    .object({
      ofd_receipt_url: z.string().nullish(),
      fn_number: z.coerce.string(),
      fiscal_document_number: z.coerce.string(),
      fiscal_document_attribute: z.coerce.string(),
    })
    .nullish(),
});
type AtolReply = z.output<typeof AtolReply>;

/** ATOL Online, protocol 4, FFD 1.05. Sums are roubles as JSON numbers there. */
export function atolRegister(settings: AtolSettings, callbackUrl: string): CashRegister {
  const ask = asker(settings);
  return {
    name: 'atol',
    async register(receipt) {
      const document = documentOf(receipt, callbackUrl);
      return verdictOf(await ask('POST', `${settings.group}/${receipt.kind}`, document));
    },
    report: async (registerId) =>
      verdictOf(await ask('GET', `${settings.group}/report/${encodeURIComponent(registerId)}`)),
    readCallback: (rawBody) => z.object({ uuid: z.uuid() }).safeParse(parsedJson(rawBody)).data?.uuid,
  };
}

/** Sends requests with a cached token; fetches a new one when it expires, once per request. */
function asker({ url, login, password }: AtolSettings) {
  let token: Promise<string> | undefined;
  const fetchToken = async () => {
    const reply = await send(`${url}/getToken`, 'POST', { login, pass: password });
    return understood(Token, reply).token;
  };
  const freshToken = () => {
    token ??= fetchToken();
    token.catch(() => (token = undefined));
    return token;
  };
  const once = async (method: 'GET' | 'POST', path: string, body?: object) =>
    understood(AtolReply, await send(`${url}/${path}`, method, body, await freshToken()));
  return async (method: 'GET' | 'POST', path: string, body?: object): Promise<AtolReply> => {
    const answer = await once(method, path, body);
    if (!TOKEN_SPENT.has(answer.error?.code ?? 0)) return answer;
    token = undefined;
    return once(method, path, body);
  };
}

async function send(url: string, method: 'GET' | 'POST', body?: object, token?: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json; charset=utf-8', ...(token !== undefined && { token }) };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const reply = await fetch(url, { method, headers, signal, ...(body && { body: JSON.stringify(body) }) });
    const text = await reply.text();
    if (reply.status >= 500) throw new Error(`ATOL answered ${reply.status}`);
    return parsedJson(text);
  } catch (cause) {
    throw Object.assign(new Problem('outside_unavailable', { message: 'Касса не отвечает' }), { cause });
  }
}

function understood<T>(schema: z.ZodType<T>, reply: unknown): T {
  const parsed = schema.safeParse(reply);
  if (parsed.success) return parsed.data;
  throw Object.assign(new Problem('outside_unavailable', { message: 'Ответ кассы не удалось понять' }), {
    cause: parsed.error,
  });
}

function verdictOf({ uuid, status, error, payload }: AtolReply): ReceiptVerdict {
  if (error && error.code !== KNOWN_ALREADY) {
    if (TOKEN_SPENT.has(error.code)) throw new Problem('outside_unavailable', { message: `Касса: ${error.text}` });
    return { state: 'failed', error: `${error.code} ${error.text}` };
  }
  if (!uuid) throw new Problem('outside_unavailable', { message: 'Касса не назвала номер чека' });
  if (status !== 'done' || !payload) return { state: 'sent', registerId: uuid };
  return {
    state: 'done',
    registerId: uuid,
    url: payload.ofd_receipt_url ?? '',
    fnNumber: payload.fn_number,
    fdNumber: payload.fiscal_document_number,
    fpd: payload.fiscal_document_attribute,
  };
}

function documentOf({ externalId, amount, seller, ...receipt }: Receipt, callbackUrl: string): object {
  const sum = roubles(amount);
  return {
    external_id: externalId,
    timestamp: receipt.timestamp,
    service: { callback_url: callbackUrl },
    receipt: {
      client: receipt.client,
      company: {
        email: seller.email,
        sno: seller.taxSystem,
        inn: seller.inn,
        payment_address: seller.paymentAddress,
      },
      // Money on an account is an advance: what it pays for is not known yet.
      items: receipt.items.map((item) => ({
        name: item.text,
        price: roubles(item.amount),
        quantity: 1,
        sum: roubles(item.amount),
        payment_method: 'advance',
        payment_object: 'payment',
        vat: { type: advanceVat(receipt.vat) },
      })),
      payments: [{ type: receipt.inCash ? IN_CASH : CASHLESS, sum }],
      total: sum,
    },
  };
}

/** The tax of an advance is included in the sum: 22/122, not 22 %. */
const advanceVat = (percent: number | null): string =>
  percent === null ? 'none' : `vat1${String(percent).padStart(2, '0')}`;

const roubles = (amount: Kopecks): number => Number(toWireMoney(amount));

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

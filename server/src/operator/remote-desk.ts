import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { allProblems, type ProblemBody, type ProblemCode } from '@kabinet/contract/kernel/problem';
import { operatorContract } from '@kabinet/contract/staff';
import { Problem } from '#server/kernel/call/problem.ts';
import type { RawInput } from '#server/kernel/world.ts';
import { Environment } from '../config/environment.ts';
import { isPrivateAddress } from '../config/private-address.ts';
import type { Variables } from '../config/config.ts';
import { WrongArgument } from './command.ts';
import type { Desk } from './desk.ts';
import { withRows } from './folder-tables.ts';

/** Of whoever is asked: `fetch`, or the test's own. */
export type Fetch = (address: string, request: RequestInit) => Promise<Response>;

const { KABINET_URL, KABINET_KEY } = Environment.shape;
const Remote = z.object({ KABINET_URL, KABINET_KEY });

interface RemotePortal {
  readonly url: string;
  readonly key: string;
}

/** The portal that the settings name, and the key for it; undefined: the command works on this machine. */
export function remoteOf(settings: Variables): RemotePortal | undefined {
  if (settings['KABINET_URL'] === undefined) return undefined;
  const { data, error } = Remote.safeParse(settings);
  if (!data) throw new WrongArgument(wrongText(error.issues[0]));
  const { KABINET_URL: url = '', KABINET_KEY: key } = data;
  if (key === undefined) throw new WrongArgument(NO_KEY);
  if (!isPrivateAddress(url)) throw new WrongArgument(OPEN_WAY);
  return { url: url.replace(/\/+$/, ''), key };
}

const NO_KEY = 'Задайте KABINET_KEY: ключ программы, его даёт администратор командой keys add';
const OPEN_WAY = 'KABINET_URL должен начинаться с https://, иначе ключ увидят чужие';
const wrongText = (issue: z.core.$ZodIssue | undefined): string =>
  `Настройка ${issue?.path.join('.') ?? ''} неверна: ${issue?.message ?? ''}`;

/** Tries of one request while the portal restarts, is busy, or takes long; then a person looks. */
const TRIES = 60;
const WAIT_MS = 5_000;
/** The portal may still be at it, or has not begun: the key of the attempt makes sure that it is done once. */
const LATER: readonly (ProblemCode | undefined)[] = ['stopping', 'overloaded', 'timeout', 'too_many_requests'];

/** Carries commands out over HTTP, by a key: as much as that key may. */
export function remoteDesk(
  { url, key }: RemotePortal,
  fetched: Fetch = fetch,
  wait: (milliseconds: number) => Promise<unknown> = pause,
): Desk {
  const once = async (call: OperatorCall, raw: RawInput, attempt: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': attempt };
    const reply = await fetched(`${url}/api${call.path}${queryOf(raw)}`, {
      method: call.method,
      redirect: 'error',
      headers: call.method === 'GET' ? headers : { ...headers, 'content-type': 'application/json' },
      ...(call.method !== 'GET' && { body: JSON.stringify(raw.body ?? {}) }),
    }).catch((error: unknown) => {
      throw new Unreached(`${url} не отвечает: ${reasonOf(error)}`);
    });
    return readReply(reply);
  };
  const ask = async (call: OperatorCall, asked: RawInput): Promise<unknown> => {
    const raw = await withRows(asked);
    const attempt = randomUUID();
    let hasTimedOut = false;
    for (let tries = 1; ; tries += 1) {
      try {
        return await once(call, raw, attempt);
      } catch (error) {
        if (tries === TRIES || !isForLater(error, hasTimedOut)) throw error;
        hasTimedOut ||= error instanceof Problem && error.code === 'timeout';
        await wait(WAIT_MS);
      }
    }
  };
  return {
    ask,
    zone: async () => z.object({ zone: z.string() }).parse(await ask(operatorContract.me.get, {})).zone,
  };
}

/** Nobody answers at the address. */
class Unreached extends Error {}

/** `repeated_without_reply` after a timeout: the first request is still at work. */
const isForLater = (error: unknown, hasTimedOut: boolean): boolean =>
  error instanceof Problem && (LATER.includes(error.code) || (hasTimedOut && error.code === 'repeated_without_reply'));

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as { cause?: { message?: string }; message: string };
  return cause?.message ?? message;
};

function queryOf({ query }: RawInput): string {
  const text = new URLSearchParams((query ?? {}) as Record<string, string>).toString();
  return text === '' ? '' : `?${text}`;
}

async function readReply(reply: Response): Promise<unknown> {
  const body: unknown = await reply.json().catch(() => undefined);
  if (reply.ok && body !== undefined) return body;
  const { code, message, errors } = (body ?? {}) as Partial<ProblemBody>;
  if (code === undefined || !Object.hasOwn(allProblems, code))
    throw new Unreached(`Ответ ${reply.status} — не от кабинета: проверьте KABINET_URL`);
  throw new Problem(code, { ...(message !== undefined && { message }), ...(errors && { errors }) });
}

import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { DesiredState } from '../../network/port.ts';
import { outsideClient, parsedReply, type OutsideRequest } from '../../outside-client.ts';
import { unavailable } from '../../unavailable.ts';
import { idsOf, isManaged, packetsFor } from '../packets.ts';
import type { TvAction, TvDevice, TvPlatform } from '../port.ts';
import type { MinistraSettings } from '../settings.ts';
import { Accounts, Boxes, MinistraReply, type MinistraAccount, type MinistraBox } from './shapes.ts';

interface Options extends Omit<MinistraSettings, 'platform'> {
  readonly patience?: number;
}

type TvState = Extract<DesiredState, { kind: 'tv' }>;

/** Events of the platform for commands. A PIN cannot be reset by this API; a box is unbound by its account. */
const EVENTS: Partial<Record<TvAction, string>> = {
  reboot: 'reboot',
  reload: 'update_channels',
  message: 'send_msg',
};

/**
 * Ministra (Stalker), REST API v1 with the mechanism of tariff plans (`enable_tariff_plans`). An account is ours by its
 * `account_number`, the number of the service.
 */
export function ministra({ url, login: user, password, packets, patience }: Options): TvPlatform {
  const client = outsideClient({
    baseUrl: url,
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    encode: form,
    decode: parsed,
    ...(patience !== undefined && { patience }),
  });

  /** The results of a reply; undefined if the platform answered ERROR, which it does with 200. */
  const tell = async (request: OutsideRequest): Promise<{ results: unknown } | undefined> => {
    const reply = await client.ask(MinistraReply, request);
    return reply.status === 'OK' ? { results: reply.results } : undefined;
  };
  const must = async (request: OutsideRequest): Promise<unknown> => {
    const told = await tell(request);
    if (told) return told.results;
    throw unavailable(new Error(`${request.method} ${request.path} was answered with ERROR`));
  };
  const read = async <Schema extends z.ZodType>(schema: Schema, path: string) =>
    tell({ method: 'GET', path, isRepeatable: true }).then((told) => told && parsedReply(schema, listOf(told.results)));

  const accountOf = async (userId: number): Promise<MinistraAccount | undefined> =>
    (await read(Accounts, `accounts/${userId}`))?.find(({ account_number }) => account_number === String(userId));
  const boxesOf = async (userId: number): Promise<MinistraBox[]> => (await read(Boxes, `stb/${userId}`)) ?? [];
  const change = (userId: number, body: object) =>
    must({ method: 'PUT', path: `accounts/${userId}`, body, isRepeatable: true });

  /** Creates the account or sets its fields; returns its packages. A repeat, also after a lost reply, changes nothing. */
  const ensureAccount = async (userId: number, fields: object): Promise<readonly string[]> => {
    const known = await accountOf(userId);
    if (known) {
      await change(userId, fields);
      return known.subscribed;
    }
    const body = { ...fields, account_number: String(userId), password: nobodysPassword() };
    const made = await tell({ method: 'POST', path: 'accounts', body });
    // ERROR also answers a repeat after a lost reply.
    const account = await accountOf(userId);
    if (!account) throw unavailable(new Error(`POST accounts was answered with ${made ? 'OK' : 'ERROR'}`));
    return account.subscribed;
  };

  const subscribe = async (userId: number, held: readonly string[], wanted: readonly string[]): Promise<void> => {
    const subscribed = wanted.filter((id) => !held.includes(id));
    const unsubscribed = held.filter((id) => isManaged(packets, id) && !wanted.includes(id));
    if (subscribed.length + unsubscribed.length === 0) return;
    const path = `account_subscription/${userId}`;
    await must({ method: 'PUT', path, body: { subscribed, unsubscribed }, isRepeatable: true });
  };

  const apply = async (state: TvState, userId: number): Promise<void> => {
    if (state.restriction === 'closed' && !(await accountOf(userId))) return;
    const { base, more } = packetsFor(packets, state);
    const status = state.access === 'open' ? '1' : '0';
    const held = await ensureAccount(userId, { login: state.login, tariff_plan: base ?? '', status });
    await subscribe(userId, held, more);
  };

  /** Frees the place of a box: the account's own is only unbound, a further one is deleted. */
  const unbind = async (userId: number, mac: string): Promise<void> => {
    const account = await accountOf(userId);
    if (!account) return;
    if (account.stb_mac === mac) await change(userId, { stb_mac: '' });
    else if ((await boxesOf(userId)).some((box) => box.mac === mac)) {
      await must({ method: 'DELETE', path: `stb/${encodeURIComponent(mac)}`, isRepeatable: true });
    }
  };

  return {
    name: 'ministra',
    actions: ['reboot', 'rebind', 'reload', 'message'],
    network: {
      connected: ['tv'],
      apply: async (state) => {
        if (state.kind === 'tv' && 'userId' in state.service) await apply(state, state.service.userId);
      },
      read: async (service, _kind, desired) => {
        const account = 'userId' in service ? await accountOf(service.userId) : undefined;
        if (!account) return undefined;
        const { login, status, tariff_plan, subscribed } = account;
        const held = {
          base: tariff_plan == null || tariff_plan === '' ? null : tariff_plan,
          more: subscribed.filter((id) => isManaged(packets, id)),
        };
        return { access: status ? 'open' : 'closed', login, ...idsOf(packets, held, desired) };
      },
      disconnect: async (userId) => {
        await tell({ method: 'POST', path: `send_event/${userId}`, body: { event: 'reload_portal' } });
      },
    },
    codes: {
      withLogin: true,
      // The code is the password of the account for a while.
      open: async ({ userId, code }) => {
        await change(userId, { password: code });
      },
      close: async (userId) => {
        if (await accountOf(userId)) await change(userId, { password: nobodysPassword() });
      },
    },
    devices: async (userId) => (await boxesOf(userId)).filter(({ mac }) => mac !== '').map(deviceOf),
    dropDevice: unbind,
    command: async ({ userId, deviceId, action, message }) => {
      if (action === 'rebind') {
        await unbind(userId, deviceId);
        return 'done';
      }
      const box = (await boxesOf(userId)).find(({ mac }) => mac === deviceId);
      if (!box?.online) return 'offline';
      const body = { event: EVENTS[action] ?? '', ...(message !== null && { msg: message }) };
      await must({ method: 'POST', path: `send_event/${encodeURIComponent(deviceId)}`, body });
      return 'passed';
    },
  };
}

/** A random password that nobody knows, because devices sign in by a code. */
const nobodysPassword = (): string => randomBytes(24).toString('base64url');

const deviceOf = ({ mac, stb_type, online, last_active, stb_sn }: MinistraBox): TvDevice => ({
  deviceId: mac,
  kind: 'box',
  name: stb_type == null || stb_type === '' ? 'Приставка' : stb_type,
  serial: stb_sn == null || stb_sn === '' ? mac : stb_sn,
  isOnline: online,
  seenAt: momentOf(last_active),
});

/** `2026-11-20 10:05:00`, in UTC; other servers write zeros. */
function momentOf(text: string | null | undefined): Date | null {
  const moment = Date.parse(`${(text ?? '').replace(' ', 'T')}Z`);
  return Number.isNaN(moment) ? null : new Date(moment);
}

/** The results as a list: the platform writes a list of one as a single object. */
function listOf(results: unknown): unknown {
  if (Array.isArray(results)) return results;
  return results === null || results === '' ? [] : [results];
}

/** `subscribed[]=p1&subscribed[]=p2`, as PHP reads lists. */
function form(body: object): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(body) as [string, string | readonly string[]][]) {
    if (typeof value === 'string') fields.append(name, value);
    else for (const one of value) fields.append(`${name}[]`, one);
  }
  return fields.toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

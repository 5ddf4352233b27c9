import { randomUUID } from 'node:crypto';
import { emulatedPlatform, type PlatformRequest } from './platform.ts';

const TOKEN = 'token-of-the-provider';
const CALLBACK_SECRET = '0123456789abcdef0123456789abcdef';

interface User {
  readonly id: number;
  username: string;
  readonly phone: string;
  provider_uid: string | null;
  is_active: boolean;
}

interface Subscription {
  readonly id: string;
  readonly userId: number;
  readonly packet: { readonly id: number; readonly is_base: boolean };
  readonly renew: boolean;
  readonly start_at: string;
  readonly end_at: string;
}

/** Base packets of the platform; the others are additional. */
const BASE = new Set([100, 101]);

/** The provider API of 24часаТВ by its documentation, with its traps. */
export async function twentyFourEmulator() {
  const users: User[] = [];
  const subscriptions: Subscription[] = [];
  const devices: { id: string; userId: number; device_type: string; model: string; is_online: boolean }[] = [];
  const messages: { userId: number; text: string }[] = [];

  const create = (body: Omit<User, 'id'>) => {
    const taken = (['phone', 'username'] as const).find((field) => users.some((user) => user[field] === body[field]));
    if (taken) return { status: 400, body: { detail: `${taken} already exists` } };
    const user = { ...body, id: 5000 + users.length };
    users.push(user);
    return { status: 201, body: user };
  };

  const subscribe = (
    userId: number,
    wanted: { packet_id: number; renew: boolean; start_at: string; end_at: string },
  ) => {
    const is_base = BASE.has(wanted.packet_id);
    const held = subscriptions.filter((one) => one.userId === userId);
    if (is_base && held.some(({ packet }) => packet.is_base)) return { status: 400, body: { detail: 'base exists' } };
    const { packet_id, ...rest } = wanted;
    subscriptions.push({ ...rest, id: randomUUID(), userId, packet: { id: packet_id, is_base } });
    return { status: 201, body: subscriptions.slice(-1) };
  };

  const remove = <T>(list: T[], fits: (one: T) => boolean) => {
    const place = list.findIndex(fits);
    if (place === -1) return { status: 404, body: {} };
    list.splice(place, 1);
    return { status: 200, body: {} };
  };

  const search = (query: URLSearchParams) => ({
    body: users.filter((user) =>
      (['provider_uid', 'phone'] as const).every((field) => !query.has(field) || user[field] === query.get(field)),
    ),
  });

  function ofUser({ method, text }: PlatformRequest, user: User, what = '', which = '') {
    const answers: Record<string, () => { status?: number; body: unknown }> = {
      'PATCH ': () => ({ body: Object.assign(user, JSON.parse(text)) as User }),
      'GET subscriptions': () => ({ body: subscriptions.filter(({ userId }) => userId === user.id) }),
      'POST subscriptions': () => subscribe(user.id, (JSON.parse(text) as [Parameters<typeof subscribe>[1]])[0]),
      'DELETE subscriptions': () => remove(subscriptions, ({ id, userId }) => id === which && userId === user.id),
      'GET devices': () => ({ body: devices.filter(({ userId }) => userId === user.id) }),
      'DELETE devices': () => remove(devices, ({ id, userId }) => id === which && userId === user.id),
      'POST messages': () => {
        messages.push({ userId: user.id, text: (JSON.parse(text) as { text: string }).text });
        return { status: 201, body: { id: messages.length } };
      },
    };
    return answers[`${method} ${what}`]?.() ?? { status: 404, body: {} };
  }

  const { url, faults, asked } = await emulatedPlatform((one) => {
    if (one.query.get('token') !== TOKEN) return { status: 401, body: { detail: 'Unauthorized' } };
    const [resource, id, what, which] = one.path.split('/');
    if (resource !== 'users') return { status: 404, body: {} };
    if (id === undefined) return one.method === 'POST' ? create(JSON.parse(one.text) as User) : search(one.query);
    const user = users.find((known) => String(known.id) === id);
    return user ? ofUser(one, user, what, which) : { status: 404, body: {} };
  });
  const idOf = (service: number) => users.find(({ provider_uid }) => provider_uid === String(service))!.id;
  return {
    settings: { url, token: TOKEN, callbackSecret: CALLBACK_SECRET },
    faults,
    asked,
    users,
    subscriptions,
    messages,
    accounts: () => users.length,
    addDevice: (service: number, id: string, isOnline: boolean) =>
      devices.push({ id, userId: idOf(service), device_type: 'stb', model: 'Box 4K', is_online: isOnline }),
  };
}

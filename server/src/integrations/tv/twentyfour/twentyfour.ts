import { z } from 'zod';
import { addMonths, dayIn } from '@kabinet/contract/kernel/day';
import type { DesiredState, RecordedState } from '../../network/port.ts';
import { MOSCOW, moscowMidnight } from '#server/kernel/moscow.ts';
import { outsideClient, parsedReply } from '../../outside-client.ts';
import { unavailable } from '../../unavailable.ts';
import { idsOf, isManaged, packetsFor, programOf } from '../packets.ts';
import type { TvDevice, TvPlatform } from '../port.ts';
import type { TwentyFourSettings } from '../settings.ts';
import {
  Devices,
  TwentyFourSubscriptions,
  TwentyFourUser,
  Users,
  type TwentyFourDevice,
  type TwentyFourSubscription,
} from './shapes.ts';

interface Options extends Omit<TwentyFourSettings, 'platform'> {
  /** The confirmed mobile number of a service's contract, `79270000184`. */
  readonly phoneOf: (userId: number) => Promise<string | undefined>;
  readonly now: () => Date;
  readonly patience?: number;
}

type TvState = Extract<DesiredState, { kind: 'tv' }>;

/**
 * 24часаТВ, provider API v2. The token is a parameter of each address, so no address is ever logged. An account is ours by its
 * `provider_uid`, the number of the service.
 */
export function twentyFour({ url, token, callbackSecret, packets, phoneOf, now, patience }: Options): TvPlatform {
  const client = outsideClient({
    baseUrl: url,
    headers: { 'content-type': 'application/json' },
    query: { token },
    decode: parsed,
    ...(patience !== undefined && { patience }),
  });

  const accountOf = async (userId: number): Promise<TwentyFourUser | undefined> => {
    const query = { provider_uid: String(userId) };
    const found = await client.ask(Users, { method: 'GET', path: 'users', query, isRepeatable: true });
    return found.find(({ provider_uid }) => provider_uid === String(userId));
  };

  /** Finds or creates the account. A repeat, also after a lost reply, finds the account of before. */
  const ensureAccount = async ({ userId, login }: { userId: number; login: string }): Promise<TwentyFourUser> => {
    const known = await accountOf(userId);
    if (known) return known;
    const phone = await phoneOf(userId);
    if (phone === undefined)
      throw new Error(`у договора услуги ${userId} нет подтверждённого телефона: без него 24ТВ не заводит абонента`);
    const body = { username: login, phone: `+${phone}`, provider_uid: String(userId), is_active: true };
    const { status, body: reply } = await client.send({ method: 'POST', path: 'users', body });
    if (status < 300) return parsedReply(TwentyFourUser, reply);
    const made = await accountOf(userId);
    if (made) return made;
    return adopt(userId, phone, status);
  };

  /** Takes over the account of a subscriber who signed up in the application: it has his telephone, but not our id. */
  const adopt = async (userId: number, phone: string, status: number): Promise<TwentyFourUser> => {
    const query = { phone: `+${phone}` };
    const [owner] = await client.ask(Users, { method: 'GET', path: 'users', query, isRepeatable: true });
    if (!owner) throw unavailable(new Error(`POST users was refused with ${status}`));
    if (owner.provider_uid != null && owner.provider_uid !== '') {
      throw new Error(
        `телефон договора в 24ТВ уже у услуги ${owner.provider_uid}: одному телефону положен один абонент`,
      );
    }
    const body = { provider_uid: String(userId) };
    return client.ask(TwentyFourUser, { method: 'PATCH', path: `users/${owner.id}`, body, isRepeatable: true });
  };

  const heldBy = ({ id }: TwentyFourUser): Promise<TwentyFourSubscription[]> =>
    client.ask(TwentyFourSubscriptions, {
      method: 'GET',
      path: `users/${id}/subscriptions/current`,
      isRepeatable: true,
    });

  const setActive = ({ id, is_active }: TwentyFourUser, isActive: boolean): Promise<unknown> | undefined =>
    is_active === isActive
      ? undefined
      : client.ask(TwentyFourUser, {
          method: 'PATCH',
          path: `users/${id}`,
          body: { is_active: isActive },
          isRepeatable: true,
        });

  /** Ends unwanted subscriptions (the base first, because there may be only one) and adds missing ones; ignores foreign packets. */
  const subscribe = async (user: TwentyFourUser, wanted: readonly string[]): Promise<void> => {
    const held = await heldBy(user);
    const extra = held.filter(({ packet }, index) => {
      const isRepeat = held.findIndex((one) => one.packet.id === packet.id) < index;
      return isRepeat || (isManaged(packets, packet.id) && !wanted.includes(packet.id));
    });
    for (const { id } of extra.toSorted((a, b) => Number(b.packet.is_base) - Number(a.packet.is_base))) {
      const { status } = await client.send({
        method: 'DELETE',
        path: `users/${user.id}/subscriptions/${id}`,
        isRepeatable: true,
      });
      if (status >= 300 && status !== 404)
        throw unavailable(new Error(`DELETE subscriptions was refused with ${status}`));
    }
    const missing = wanted.filter((packet) => !held.some((one) => one.packet.id === packet));
    // Not repeated at once: a lost reply is found by `heldBy` at the next delivery.
    for (const packet of missing) {
      const body = [subscription(packet, now())];
      await client.ask(z.unknown(), { method: 'POST', path: `users/${user.id}/subscriptions`, body });
    }
  };

  const apply = async (state: TvState, userId: number): Promise<void> => {
    const isOpen = state.access === 'open';
    const { base, more } = packetsFor(packets, state);
    const known = isOpen ? await ensureAccount({ userId, login: state.login }) : await accountOf(userId);
    if (!known) return;
    if (known.username !== state.login) {
      await client.ask(TwentyFourUser, {
        method: 'PATCH',
        path: `users/${known.id}`,
        body: { username: state.login },
        isRepeatable: true,
      });
    }
    if (isOpen) await setActive(known, true);
    // `is_active: false` leaves subscriptions as they are, so they are ended, too.
    await subscribe(known, isOpen ? [...(base === null ? [] : [base]), ...more] : []);
    if (!isOpen) await setActive(known, false);
  };

  return {
    name: '24tv',
    calls: { secret: callbackSecret, programOf: (packet) => programOf(packets, packet) },
    // This platform offers no commands to its boxes and applications, only messages.
    actions: ['message'],
    network: {
      connected: ['tv'],
      apply: async (state) => {
        if (state.kind === 'tv' && 'userId' in state.service) await apply(state, state.service.userId);
      },
      read: async (service, _kind, desired): Promise<RecordedState | undefined> => {
        if (!('userId' in service)) return undefined;
        const user = await accountOf(service.userId);
        if (!user) return undefined;
        const ours = (await heldBy(user)).map(({ packet }) => packet.id).filter((id) => isManaged(packets, id));
        return stateOf(user, ours, desired);
      },
      // A closed account is signed out by the platform itself.
      disconnect: () => Promise.resolve(),
    },
    devices: async (userId) => {
      const user = await accountOf(userId);
      if (!user) return [];
      const found = await client.ask(Devices, { method: 'GET', path: `users/${user.id}/devices`, isRepeatable: true });
      return found.map(deviceOf);
    },
    dropDevice: async (userId, deviceId) => {
      const user = await accountOf(userId);
      if (!user) return;
      const path = `users/${user.id}/devices/${encodeURIComponent(deviceId)}`;
      const { status } = await client.send({ method: 'DELETE', path, isRepeatable: true });
      if (status >= 300 && status !== 404) throw unavailable(new Error(`DELETE devices was refused with ${status}`));
    },
    command: async ({ userId, message }) => {
      const user = await accountOf(userId);
      if (!user) return 'offline';
      await client.ask(z.unknown(), { method: 'POST', path: `users/${user.id}/messages`, body: { text: message } });
      return 'passed';
    },
  };

  function stateOf(
    { is_active, username: login }: TwentyFourUser,
    ours: readonly string[],
    desired?: DesiredState,
  ): RecordedState {
    if (!is_active && ours.length === 0) return { access: 'closed', login };
    const base = ours.find((id) => Object.values(packets.plans).includes(id)) ?? null;
    const more = ours.filter((id) => id !== base);
    // An account that is switched off and still has subscriptions is neither: it differs from whatever is desired.
    const access = is_active || desired?.access !== 'open' ? 'open' : 'closed';
    return { access, login, ...idsOf(packets, { base, more }, desired) };
  }

  /** `end_at` is one second before the next month begins, in the platform's time; it renews the subscription by itself. */
  function subscription(packet: string, at: Date) {
    const monthEnd = moscowMidnight(addMonths(dayIn(MOSCOW, at), 1, 1)).getTime() - 1000;
    return {
      packet_id: /^\d+$/.test(packet) ? Number(packet) : packet,
      renew: true,
      start_at: at.toISOString(),
      end_at: new Date(monthEnd).toISOString(),
    };
  }
}

const BOX = /stb|box|приставк/i;

const deviceOf = ({ id, device_type, vendor, model, serial, login_at, is_online }: TwentyFourDevice): TvDevice => ({
  deviceId: id,
  kind: BOX.test(device_type ?? '') ? 'box' : 'app',
  name: [vendor, model].filter(Boolean).join(' ') || 'Устройство',
  serial: serial ?? null,
  isOnline: is_online ?? false,
  seenAt: login_at == null ? null : new Date(login_at),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { Logger } from 'pino';
import type { Database, Tx } from '#server/db/database.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import type { DeviceOrders } from '../port.ts';
import { DeviceClient, type DeviceAnswer } from '../radius/device-client.ts';
import type { DeviceRequest } from '../radius/packet.ts';
import type { Attribute } from '../radius/attributes.ts';
import { applyNight } from './freeradius.ts';
import { orderDifferingSessions } from './orders.ts';
import {
  endInstead,
  noteOrderAgreed,
  noteHeard,
  noteOrderRefused,
  noteSilence,
  noteUnknown,
  takeDue,
  type DueOrder,
} from './orders.queries.ts';

/** Orders of one device that may be under way at once. */
const MOST = 64;
/** Milliseconds after which it looks by itself, when nobody has woken it. */
const LOOK_MS = 1000;

/** Error-Cause of RFC 5176: the device does not know the session. */
const UNKNOWN_SESSION = 503;
/** It cannot change this attribute, or nothing at all. */
const CANNOT_CHANGE = new Set([401, 402, 404, 405, 501]);
/** It is busy: the same as silence. */
const NO_RESOURCES = 506;

interface Parts {
  readonly db: Database;
  readonly log: Logger;
  readonly vault: Pick<Vault, 'openForRadius'>;
  readonly client?: DeviceClient;
}

export const deviceOrders = (db: Database, vault: Parts['vault']): DeviceOrders => ({
  send: (log) => sendOrders({ db, log, vault }),
  followNight: (minute) => applyNight(db, minute),
  orderDiffering: () => orderDifferingSessions(db),
});

/** Sends the orders that are due to the devices of access, until ended. A silent device delays no other one. */
export function sendOrders({ db, log, vault, client = new DeviceClient() }: Parts): { end(): Promise<void> } {
  const ending = new AbortController();
  const underWay = new Map<number, number>();
  const sending = new Set<Promise<void>>();
  let wake: () => void = () => undefined;
  const listening = db.listen('radius_coa', { hear: () => wake(), missed: () => wake() });

  const begin = (order: DueOrder): void => {
    underWay.set(order.nas_id, (underWay.get(order.nas_id) ?? 0) + 1);
    const sent = sendOrder({ db, log, vault, client }, order)
      .catch((err: unknown) => log.warn({ err, session: order.id }, 'an order to a device of access was not sent'))
      .finally(() => {
        underWay.set(order.nas_id, (underWay.get(order.nas_id) ?? 1) - 1);
        sending.delete(sent);
        wake();
      });
    sending.add(sent);
  };
  const sendDue = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const rooms = [...underWay].map(([nasId, count]) => ({ nasId, left: Math.max(0, MOST - count) }));
      const due = await db
        .write((tx) => takeDue(tx, rooms, MOST))
        .catch((err: unknown) => {
          log.warn({ err }, 'orders to devices of access were not read');
          return [];
        });
      for (const order of due) begin(order);
      if (due.length === 0) await wokenOrLate(woken, ending.signal);
    }
  };
  const sent = sendDue();
  return {
    async end() {
      ending.abort();
      wake();
      await Promise.all([sent, listening.end(), ...sending]);
      client.close();
    },
  };
}

async function wokenOrLate(woken: Promise<void>, signal: AbortSignal): Promise<void> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, LOOK_MS, undefined);
  signal.addEventListener('abort', () => late.resolve(undefined), { once: true });
  await Promise.race([woken, late.promise]);
  clearTimeout(timer);
}

async function sendOrder({ db, log, vault, client }: Required<Parts>, order: DueOrder): Promise<void> {
  const request = requestOf(order);
  if (order.is_over || !request) {
    await db.write((tx) => noteOrderRefused(tx, order, order.is_over ? 'over' : 'unknown'));
    return;
  }
  const secret = vault.openForRadius(order.secret, `nas:${order.device}`);
  const answer = await client.send({ address: order.device, port: order.coa_port, secret }, request);
  if (isSilence(answer)) {
    const since = await db.write((tx) => noteSilence(tx, order));
    log.warn({ device: order.device, since }, 'a device of access does not answer orders');
    return;
  }
  await db.write(async (tx) => {
    await noteHeard(tx, order.nas_id);
    await noteAnswer(tx, order, answer);
  });
}

type Answer = Exclude<DeviceAnswer, { kind: 'silence' }>;

const isSilence = (answer: DeviceAnswer): answer is Exclude<DeviceAnswer, { kind: 'ack' }> =>
  answer.kind === 'silence' || (answer.kind === 'nak' && answer.cause === NO_RESOURCES);

async function noteAnswer(tx: Tx, order: DueOrder, answer: Answer): Promise<void> {
  if (answer.kind === 'ack') {
    await noteOrderAgreed(tx, order, order.kind === 'change' ? order.shape : null);
    return;
  }
  const text = `nak ${answer.cause ?? ''}`.trim();
  if (answer.cause === UNKNOWN_SESSION) await noteUnknown(tx, order, text);
  else if (order.kind === 'change' && CANNOT_CHANGE.has(answer.cause ?? 0)) await endInstead(tx, order, text);
  else await noteOrderRefused(tx, order, text);
}

/** Undefined if the session cannot be named to its device, or there is nothing to tell. */
function requestOf(order: DueOrder): DeviceRequest | undefined {
  if (order.session_ref === null) return undefined;
  const session: Attribute[] = [
    ['Acct-Session-Id', order.session_ref],
    ['NAS-IP-Address', order.device],
    ...(order.login === null ? [] : [['User-Name', order.login] as const]),
    ...addressOf(order),
    ['Event-Timestamp', String(order.now_s)],
  ];
  if (order.kind === 'disconnect') return { kind: 'disconnect', attributes: session };
  if (order.coa === null || order.shape === null) return undefined;
  const shape: Attribute = ['Class', `k:${order.user_id}:${order.shape}`];
  return { kind: 'change', attributes: [...session, ...pairsOf(order.coa), shape] };
}

/** Makers that find a session by its address, besides or instead of its number. */
function addressOf({ maker, session_address: address }: DueOrder): Attribute[] {
  if (address === null) return [];
  if (maker === 'mikrotik') return [['Framed-IP-Address', address]];
  return maker === 'cisco' ? [['Cisco-Account-Info', `S${address}`]] : [];
}

const pairsOf = (attributes: readonly string[]): Attribute[] =>
  Array.from({ length: attributes.length / 3 }, (_, place) => [
    attributes[place * 3] ?? '',
    attributes[place * 3 + 2] ?? '',
  ]);

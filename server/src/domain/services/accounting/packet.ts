import { isIPv4, isIPv6 } from 'node:net';
import type { SessionPacket } from './session.rules.ts';

/** A row of `radius.accounting`: what a device may write as it likes is a text. */
export interface AccountingRow {
  readonly nas: string;
  readonly kind: string;
  readonly session: string | null;
  readonly unique_id: string | null;
  readonly login: string | null;
  readonly class: string | null;
  readonly mac: string | null;
  readonly port: string | null;
  readonly address: string | null;
  readonly prefix: string | null;
  readonly nat: string | null;
  readonly delay: number | null;
  readonly seconds: number | null;
  /** From the subscriber, as the device counts. */
  readonly bytes_in: number | null;
  readonly bytes_out: number | null;
  readonly cause: string | null;
  /** By our clock, in milliseconds. */
  readonly at: number;
}

const SESSION_KINDS: readonly string[] = ['Start', 'Interim-Update', 'Stop'];
const BOOT_KINDS: readonly string[] = ['Accounting-On', 'Accounting-Off'];

/** A moment of the device's own past: never after we have got the packet, and not in a past that nobody believes. */
const MOST_SECONDS = 366 * 86_400;
const length = (seconds: number | null): number => Math.min(Math.max(seconds ?? 0, 0), MOST_SECONDS);

/** When the packet was sent, by our clock. */
export const heardAt = ({ at, delay }: Pick<AccountingRow, 'at' | 'delay'>): number => at - length(delay) * 1000;

/** Whether the device says that it has restarted, or is about to: its sessions are over. */
export const isBoot = ({ kind }: Pick<AccountingRow, 'kind'>): boolean => BOOT_KINDS.includes(kind);

/** The packet of a session; undefined: the row is about none. */
export function packetOf(row: AccountingRow, { hasGigawords }: { hasGigawords: boolean }): SessionPacket | undefined {
  if (!SESSION_KINDS.includes(row.kind) || !isTold(row.unique_id)) return undefined;
  const [heard, seconds] = [heardAt(row), length(row.seconds)];
  return {
    isStop: row.kind === 'Stop',
    heard,
    begun: heard - seconds * 1000,
    seconds,
    // Kabinet counts from the subscriber's point of view.
    counters: { to: counter(row.bytes_out), from: counter(row.bytes_in) },
    wraps: !hasGigawords,
    cause: words(row.cause),
    mac: macOf(row.mac),
    port: words(row.port),
    login: words(row.login),
    sessionRef: words(row.session),
    class: classOf(row.class),
    uses: [addressUse(row.address), prefixUse(row.prefix), natUse(row.nat)].filter((use) => use !== null),
  };
}

const isTold = (text: string | null): text is string => text !== null && text !== '';

const MOST_LETTERS = 250;
/** Half of a character at the cut would be refused as JSON. */
const words = (text: string | null): string | null =>
  isTold(text) ? text.slice(0, MOST_LETTERS).toWellFormed() : null;

const counter = (bytes: number | null): number => Math.min(Math.max(bytes ?? 0, 0), Number.MAX_SAFE_INTEGER);

/** «02-10-01-76-C0-E6», «0210.0176.c0e6» and their like. */
function macOf(text: string | null): string | null {
  const digits = (text ?? '').toLowerCase().replace(/[^0-9a-f]/g, '');
  return digits.length === 12 ? digits.replace(/(..)(?=.)/g, '$1:') : null;
}

/** FreeRADIUS writes octets as hexadecimal digits. */
const classOf = (text: string | null): string | null =>
  words(
    /^0x([0-9a-f]{2})+$/i.test(text ?? '')
      ? Buffer.from((text ?? '').slice(2), 'hex')
          .toString()
          .replaceAll('\0', '')
      : text,
  );

/** Families of what a session used. */
export const IS_ADDRESS = (use: string): boolean => use.startsWith('address ');
export const IS_PREFIX = (use: string): boolean => use.startsWith('prefix ');
export const IS_NAT = (use: string): boolean => use.startsWith('nat ');
/** «address 10.1.2.3» as the address itself. */
export const usedAs = (use: string): string => use.slice(use.indexOf(' ') + 1);

const addressUse = (text: string | null): string | null =>
  text !== null && isIPv4(text) && text !== '0.0.0.0' ? `address ${text}` : null;

function prefixUse(text: string | null): string | null {
  const [network = '', bits = '128', ...more] = (text ?? '').toLowerCase().split('/');
  const isRight = more.length === 0 && isIPv6(network) && /^[0-9]{1,3}$/.test(bits) && Number(bits) <= 128;
  return isRight ? `prefix ${network}/${Number(bits)}` : null;
}

/** «198.51.100.1:1024-2047». */
function natUse(text: string | null): string | null {
  const [, address = '', low, high] = /^([0-9.]+):([0-9]{1,5})-([0-9]{1,5})$/.exec(text ?? '') ?? [];
  const [from, until] = [Number(low), Number(high)];
  return isIPv4(address) && from <= until && until <= 65_535 ? `nat ${address}:${from}-${until}` : null;
}

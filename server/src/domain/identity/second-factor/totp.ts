import { createHmac } from 'node:crypto';
import { isSameText } from '#server/kernel/same-text.ts';

// Codes of an app by RFC 6238, with the parameters that every app understands: SHA-1, six digits, thirty seconds.

const STEP_MS = 30_000;
const DIGITS = 6;
/** The clock of a phone may be off by a step. */
const STEPS_AROUND = [-1, 0, 1];
/** 160 bits, as RFC 4226 recommends. */
export const KEY_BYTES = 20;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / STEP_MS);

/** The code of a time step. */
export function totpCodeOf(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The time step of a typed code, later than the last accepted one; undefined if the code is wrong. */
export function stepOf(key: Uint8Array, typed: string, now: Date, lastStep: number): number | undefined {
  const steps = STEPS_AROUND.map((offset) => stepAt(now) + offset);
  return steps.filter((step) => isSameText(totpCodeOf(key, step), typed)).find((step) => step > lastStep);
}

/** Whether a typed text may be a code of an app; otherwise it may be a backup code. */
export const isAppCode = (typed: string): boolean => /^\d{6}$/.test(typed);

/** The address in the QR code, by which the app adds the key. */
export const keyUrl = (key: string, issuer: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${new URLSearchParams({ secret: key, issuer }).toString().replaceAll('+', '%20')}`;

/** «ABCD EFGH …»: easier to type. */
export const inGroups = (key: string): string => (key.match(/.{1,4}/g) ?? []).join(' ');

import { expect, test } from 'vitest';
import { feeIn, type Situation } from '../service/situation.rules.ts';
import {
  againFrom,
  ANSWER_MS,
  CODE_LEAST_MS,
  CODES,
  LOOK_REST_MS,
  REST_MS,
  stateAt,
  TV_CODE_LIFE_MS,
  whyNoRemote,
} from './tv.rules.ts';

const MINUTE = 60_000;
const ORDERED = '2026-11-20T12:00:00.000Z';
const after = (ms: number) => new Date(Date.parse(ORDERED) + ms);
const command = (state: 'sent' | 'done' | 'offline' | 'timed_out') => ({ state, ordered_at: ORDERED });

test('a command without an answer for a minute is timed out', () => {
  expect(ANSWER_MS).toBe(MINUTE);
  expect(stateAt(command('sent'), after(MINUTE - 1))).toBe('sent');
  expect(stateAt(command('sent'), after(MINUTE))).toBe('timed_out');
  expect(stateAt(command('done'), after(MINUTE))).toBe('done');
});

test('a command under way must end first', () => {
  expect(againFrom('reboot', undefined, after(0))).toBeNull();
  expect(againFrom('reboot', command('sent'), after(1))).toEqual(after(MINUTE));
  expect(againFrom('reboot', command('sent'), after(MINUTE))).toBeNull();
});

test('one that the box did not get can be repeated at once, one carried out after a rest', () => {
  expect(againFrom('reboot', command('offline'), after(1))).toBeNull();
  expect(againFrom('reboot', command('timed_out'), after(1))).toBeNull();
  expect(REST_MS).toEqual({
    reboot: 2 * MINUTE,
    reset_pin: 2 * MINUTE,
    rebind: 2 * MINUTE,
    reload: MINUTE,
    message: MINUTE,
  });
  expect(againFrom('reboot', command('done'), after(2 * MINUTE - 1))).toEqual(after(2 * MINUTE));
  expect(againFrom('reboot', command('done'), after(2 * MINUTE))).toBeNull();
});

test('a code lives ten minutes, five are given an hour, the devices are asked for twice a minute', () => {
  expect(TV_CODE_LIFE_MS).toBe(10 * MINUTE);
  expect(CODES).toEqual({ times: 5, within: 60 * MINUTE });
  expect(CODE_LEAST_MS).toBe(MINUTE);
  expect(LOOK_REST_MS).toBe(MINUTE / 2);
});

test('only working TV takes commands', () => {
  const working = (Object.keys(feeIn) as Situation[]).filter((situation) => whyNoRemote(situation) === null);
  expect(working).toEqual(['active']);
  expect(whyNoRemote('abuse')).toMatch(/остановлено провайдером/);
});

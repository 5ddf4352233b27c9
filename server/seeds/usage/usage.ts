import { periodOf, type Day, type Period } from '@kabinet/contract/kernel/day';
import { at } from '../calendar.ts';
import type { Dice } from '../random.ts';

const GIGABYTE = 1024 ** 3;
const END_CAUSES = [
  'lost_carrier',
  'user_request',
  'idle_timeout',
  'session_timeout',
  'admin_reset',
  'nas_reboot',
] as const;

/** A line in the network, the source of all its sessions. */
export interface NetworkLine {
  readonly userId: number;
  readonly address: string;
  readonly mac: string;
  readonly port: string;
  /** Gigabytes downloaded on a busy day. */
  readonly appetite: number;
}

/** A separate line for each service; 02 marks locally administered addresses, which no manufacturer uses. */
export function networkLineOf(dice: Dice, userId: number, street: string, appetite: number): NetworkLine {
  const pair = () => dice.between(0, 255).toString(16).padStart(2, '0');
  return {
    userId,
    address: `10.84.${dice.between(0, 255)}.${dice.between(2, 254)}`,
    mac: `02:${pair()}:${pair()}:${pair()}:${pair()}:${pair()}`,
    port: `${street} ge-0/0/${dice.between(1, 48)}`,
    appetite,
  };
}

/** At most one session a day, within the day; on some days nobody is at home. */
export function demoSessionsOf(dice: Dice, line: NetworkLine, days: readonly Day[], percentOfDays = 92) {
  return days
    .filter(() => dice.chance(percentOfDays))
    .map((day) => {
      const start = dice.between(0, 9 * 3600);
      return sessionOf(dice, line, {
        startedAt: at(day, clockText(start)),
        stoppedAt: at(day, clockText(start + dice.between(600, 14 * 3600))),
        cause: dice.pick(END_CAUSES),
      });
    });
}

/** A session with given ends; without an end it is active. */
export function sessionOf(
  dice: Dice,
  line: NetworkLine,
  ends: { startedAt: string; stoppedAt: string | null; cause: string | null },
) {
  const down = dice.between(1, line.appetite * 1000) / 1000;
  return {
    user_id: line.userId,
    started_at: ends.startedAt,
    stopped_at: ends.stoppedAt,
    address: line.address,
    mac: line.mac,
    port: line.port,
    bytes_in: Math.round(down * GIGABYTE),
    bytes_out: Math.round((down * GIGABYTE * dice.between(5, 30)) / 100),
    end_cause: ends.cause,
  };
}

/** Kopecks per started minute, by zone, as in `call-rates.ts`; incoming calls are free. No real number begins so. */
const ZONES = {
  local: { prefix: '784820', kopecks: 65 },
  mobile: { prefix: '79270000', kopecks: 220 },
  intercity: { prefix: '784600', kopecks: 340 },
  near: { prefix: '375170', kopecks: 1400 },
} as const;

type Zone = keyof typeof ZONES;

/** A number and the plan that rates its calls. */
export interface DemoCaller {
  readonly number: string;
  readonly planId: number;
}

export interface CallRow {
  readonly phone_number: string;
  readonly period: Period;
  readonly plan_id: number;
  readonly started_at: string;
  readonly other_number: string;
  readonly direction: 'in' | 'out';
  readonly zone: Zone;
  readonly seconds: number;
  readonly amount_kopecks: number;
}

/** Calls of one number on one day, in the daytime and in the evening. */
export function callsOn(dice: Dice, caller: DemoCaller, day: Day, atMost: number): CallRow[] {
  return Array.from({ length: dice.between(0, atMost) }, () => {
    const zone = dice.chance(2)
      ? 'near'
      : dice.pick<Zone>(['local', 'local', 'local', 'mobile', 'mobile', 'intercity']);
    const direction = dice.pick<CallRow['direction']>(['in', 'out']);
    const seconds = dice.chance(12) ? 0 : dice.between(8, dice.pick([60, 180, 420, 1500]));
    const minutes = direction === 'in' ? 0 : Math.ceil(seconds / 60);
    return {
      phone_number: caller.number,
      period: periodOf(day),
      plan_id: caller.planId,
      started_at: at(day, clockText(dice.between(8 * 3600, 22 * 3600))),
      other_number: ZONES[zone].prefix.padEnd(11, String(dice.between(10_000, 99_999))),
      direction,
      zone,
      seconds,
      amount_kopecks: minutes * ZONES[zone].kopecks,
    };
  });
}

/** Kopecks. */
export const costOf = (calls: readonly CallRow[]): number => calls.reduce((sum, call) => sum + call.amount_kopecks, 0);

/** `78482003107` as dialled in the town: «00-31-07». */
export const localNumber = (phone: string): string => phone.replace(/^\d{5}(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3');

/** Seconds of a day as `HH:MM:SS`. */
const clockText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 19);

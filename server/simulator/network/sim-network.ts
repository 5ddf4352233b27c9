import type { Dice } from '../../seeds/random.ts';
import type { TestPortal } from '../../test/portal/open-portal.ts';
import type { SimDevice } from './device.ts';
import type { NetworkTime } from './time.ts';

/** A simulated line: a client whose router wants to be online. */
export interface OnlineLine {
  readonly userId: number;
  readonly login: string;
}

export interface SimNetwork {
  readonly portal: TestPortal & { close(): Promise<void> };
  readonly dice: Dice;
  readonly time: NetworkTime;
  readonly devices: readonly SimDevice[];
  readonly lines: readonly OnlineLine[];
}

/** What RADIUS would tell the device; undefined: it refuses. */
export async function classOf(
  { portal }: SimNetwork,
  line: OnlineLine,
  device: SimDevice,
): Promise<string | undefined> {
  const { rows } = await portal.pool.query<{ value: string }>(
    `select value from radius.reply_to($1, $2) where attribute = 'Class'`,
    [String(line.userId), device.address],
  );
  return rows[0]?.value;
}

import type { LineProfile, NightProfile } from '#server/integrations/network/port.ts';
import type { ProfileOfOption, ProfileOfPlan } from './desired-state.queries.ts';

interface Profiles {
  readonly speed_mbit: number | null;
  readonly profile: ProfileOfPlan | null;
  readonly option_profiles: readonly ProfileOfOption[];
}

/**
 * What the network is told of a line: the speed of the catalogue both ways, unless the profile of the plan says another. An option
 * never makes the line slower; of several that name a pool or a filter the last one in order of the codes counts. Null: no speed is
 * known.
 */
export function profileOfLine({ speed_mbit, profile, option_profiles: options }: Profiles): LineProfile | null {
  const { down_kbit, up_kbit, pool, filter, session_seconds, ...more } = profile ?? NOTHING_SAID;
  const common = speed_mbit === null ? null : speed_mbit * 1000;
  const [down, up] = [down_kbit ?? common, up_kbit ?? common];
  if (down === null || up === null) return null;
  const withOptions = (speeds: { readonly downKbit: number; readonly upKbit: number }) => ({
    downKbit: quickest(speeds.downKbit, ...options.map((one) => one.down_kbit)),
    upKbit: quickest(speeds.upKbit, ...options.map((one) => one.up_kbit)),
  });
  const night = nightOf(more);
  return {
    ...withOptions({ downKbit: down, upKbit: up }),
    burst: burstOf(more),
    ...(night && { night: { ...night, ...withOptions(night) } }),
    pool: lastSaid(pool, ...options.map((one) => one.pool)),
    filter: lastSaid(filter, ...options.map((one) => one.filter)),
    sessionSeconds: session_seconds,
    codes: options.map(({ code }) => code),
  };
}

const NOTHING_SAID: ProfileOfPlan = {
  down_kbit: null,
  up_kbit: null,
  burst_down_kbit: null,
  burst_up_kbit: null,
  burst_seconds: null,
  night_from: null,
  night_until: null,
  night_down_kbit: null,
  night_up_kbit: null,
  pool: null,
  filter: null,
  session_seconds: null,
};

const quickest = (first: number, ...others: (number | null)[]): number =>
  Math.max(first, ...others.map((one) => one ?? 0));

const lastSaid = (...names: (string | null)[]): string | null =>
  names.reduce<string | null>((said, name) => name ?? said, null);

type Burst = Pick<ProfileOfPlan, 'burst_down_kbit' | 'burst_up_kbit' | 'burst_seconds'>;

const burstOf = ({ burst_down_kbit, burst_up_kbit, burst_seconds }: Burst): LineProfile['burst'] =>
  burst_down_kbit === null || burst_up_kbit === null || burst_seconds === null
    ? null
    : { downKbit: burst_down_kbit, upKbit: burst_up_kbit, seconds: burst_seconds };

type Night = Pick<ProfileOfPlan, 'night_from' | 'night_until' | 'night_down_kbit' | 'night_up_kbit'>;

/** Without the seconds of the database. */
const nightOf = ({ night_from: from, night_until: until, ...speeds }: Night): NightProfile | null =>
  from === null || until === null || speeds.night_down_kbit === null || speeds.night_up_kbit === null
    ? null
    : {
        from: from.slice(0, 5),
        until: until.slice(0, 5),
        downKbit: speeds.night_down_kbit,
        upKbit: speeds.night_up_kbit,
      };

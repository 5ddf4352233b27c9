import type { LineProfile } from '#server/integrations/network/port.ts';
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
  const common = speed_mbit === null ? null : speed_mbit * 1000;
  const [down, up] = [profile?.down_kbit ?? common, profile?.up_kbit ?? common];
  if (down === null || up === null) return null;
  return {
    downKbit: quickest(down, ...options.map(({ down_kbit }) => down_kbit)),
    upKbit: quickest(up, ...options.map(({ up_kbit }) => up_kbit)),
    burst: profile && burstOf(profile),
    pool: lastSaid(profile?.pool ?? null, ...options.map(({ pool }) => pool)),
    filter: lastSaid(profile?.filter ?? null, ...options.map(({ filter }) => filter)),
    sessionSeconds: profile?.session_seconds ?? null,
    codes: options.map(({ code }) => code),
  };
}

const quickest = (first: number, ...others: (number | null)[]): number =>
  Math.max(first, ...others.map((one) => one ?? 0));

const lastSaid = (...names: (string | null)[]): string | null =>
  names.reduce<string | null>((said, name) => name ?? said, null);

const burstOf = ({ burst_down_kbit, burst_up_kbit, burst_seconds }: ProfileOfPlan): LineProfile['burst'] =>
  burst_down_kbit === null || burst_up_kbit === null || burst_seconds === null
    ? null
    : { downKbit: burst_down_kbit, upKbit: burst_up_kbit, seconds: burst_seconds };

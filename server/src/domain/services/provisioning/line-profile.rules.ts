import type { LineProfile } from '#server/integrations/network/port.ts';
import type { ProfileOfOption, ProfileOfPlan } from './desired-state.queries.ts';

interface Profiles {
  readonly speed_mbit: number | null;
  readonly profile: ProfileOfPlan | null;
  readonly option_profiles: readonly ProfileOfOption[];
}

/**
 * What the network is told of a line: the profile of its plan, or else the speed of the plan both ways. An option never makes the
 * line slower; of several options that name a pool or a filter the last one in order of the codes counts.
 */
export function profileOfLine({ speed_mbit, profile, option_profiles: options }: Profiles): LineProfile | null {
  const plan = profile ?? plainProfile(speed_mbit);
  if (!plan) return null;
  return {
    downKbit: quickest(plan.down_kbit, ...options.map(({ down_kbit }) => down_kbit)),
    upKbit: quickest(plan.up_kbit, ...options.map(({ up_kbit }) => up_kbit)),
    burst: burstOf(plan),
    pool: lastSaid([plan, ...options].map(({ pool }) => pool)),
    filter: lastSaid([plan, ...options].map(({ filter }) => filter)),
    sessionSeconds: plan.session_seconds,
    codes: options.map(({ code }) => code),
  };
}

const plainProfile = (mbit: number | null): ProfileOfPlan | null =>
  mbit === null
    ? null
    : {
        down_kbit: mbit * 1000,
        up_kbit: mbit * 1000,
        burst_down_kbit: null,
        burst_up_kbit: null,
        burst_seconds: null,
        pool: null,
        filter: null,
        session_seconds: null,
      };

const quickest = (first: number, ...others: (number | null)[]): number =>
  Math.max(first, ...others.map((one) => one ?? 0));

const lastSaid = (names: readonly (string | null)[]): string | null =>
  names.reduce((said, name) => name ?? said, null);

const burstOf = ({ burst_down_kbit, burst_up_kbit, burst_seconds }: ProfileOfPlan): LineProfile['burst'] =>
  burst_down_kbit === null || burst_up_kbit === null || burst_seconds === null
    ? null
    : { downKbit: burst_down_kbit, upKbit: burst_up_kbit, seconds: burst_seconds };

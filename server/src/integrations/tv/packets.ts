import { z } from 'zod';
import type { DesiredState } from '../network/port.ts';

/** Ids of the operator's catalogue with the packet of the platform for each; null: the platform has nothing to switch. */
const Packets = z.record(z.string().regex(/^[1-9]\d{0,9}$/), z.string().min(1).max(100).nullable());

/** The file of `TV_PACKETS`. */
export const TvPackets = z.strictObject({ plans: Packets, options: Packets, programs: Packets });
export type TvPackets = z.output<typeof TvPackets>;

/** The platform's packets of a service. */
export interface PacketsOfService {
  /** The packet of the plan; null: none. */
  readonly base: string | null;
  /** Of options and programs, each once. */
  readonly more: readonly string[];
}

const WORDS = { plans: 'тарифа', options: 'опции', programs: 'услуги' } as const;

function packetOf(packets: TvPackets, kind: keyof TvPackets, id: number): string | null {
  const packet = packets[kind][String(id)];
  if (packet !== undefined) return packet;
  throw new Error(`в файле TV_PACKETS нет пакета для ${WORDS[kind]} ${id}`);
}

type DesiredTv = Extract<DesiredState, { kind: 'tv' }>;

/** The packets that a state needs; throws if the file does not name one. */
export function packetsFor(packets: TvPackets, { plan, options, programs }: DesiredTv): PacketsOfService {
  const more = [
    ...options.map((id) => packetOf(packets, 'options', id)),
    ...programs.map((id) => packetOf(packets, 'programs', id)),
  ];
  return {
    base: plan && packetOf(packets, 'plans', plan.planId),
    more: [...new Set(more.filter((packet) => packet !== null))],
  };
}

/** The program with the packet. */
export const programOf = ({ programs }: TvPackets, packet: string): number | undefined => idsWith(programs, packet)[0];

/** Whether the file names the packet: others were given by the platform itself, and stay as they are. */
export const isManaged = (packets: TvPackets, packet: string): boolean =>
  Object.values(packets).some((ids) => Object.values(ids).includes(packet));

/** The ids that have the packet. */
const idsWith = (ids: TvPackets[keyof TvPackets], packet: string): number[] =>
  Object.keys(ids)
    .filter((id) => ids[id] === packet)
    .map(Number);

/**
 * Converts packets of the platform to plan, options and programs. Several ids may have one packet, and some have none; so an id of
 * the desired state counts as present unless a packet contradicts it.
 */
export function idsOf(
  packets: TvPackets,
  { base, more }: PacketsOfService,
  desired: DesiredState | undefined,
): Pick<DesiredTv, 'plan' | 'options' | 'programs'> {
  const known = desired?.kind === 'tv' ? desired : undefined;
  const kept = (kind: 'options' | 'programs'): number[] =>
    (known?.[kind] ?? []).filter((id) => {
      const packet = packets[kind][String(id)];
      return packet === null || (packet !== undefined && more.includes(packet));
    });
  const [options, programs] = [kept('options'), kept('programs')];
  const meant = [...options.map((id) => packets.options[id]), ...programs.map((id) => packets.programs[id])];
  const extra = more.filter((packet) => !meant.includes(packet));
  const withExtra = (ids: readonly number[], kind: 'options' | 'programs') =>
    [...ids, ...extra.flatMap((packet) => idsWith(packets[kind], packet))].sort((a, b) => a - b);
  return {
    plan: planOf(packets, base, known),
    options: withExtra(options, 'options'),
    programs: withExtra(programs, 'programs'),
  };
}

function planOf({ plans }: TvPackets, base: string | null, desired: DesiredTv | undefined): DesiredTv['plan'] {
  const plan = desired?.plan;
  if (plan && plans[String(plan.planId)] === base) return plan;
  const planId = base === null ? undefined : idsWith(plans, base)[0];
  return planId === undefined ? null : { planId, speedMbit: null };
}

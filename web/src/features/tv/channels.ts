import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { groupBy } from '#web/lib/text/group-by.ts';

export type Catalogue = Wire<typeof contract.tvPlan.channels>;
export type Channel = Catalogue['channels'][number];
type Genre = Channel['genre'];

export const useCatalogue = () => useCall(contract.tvPlan.channels, {});

/** Genres in the order of the page. */
export const GENRES: Readonly<Record<Genre, string>> = {
  air: 'Эфирные',
  film: 'Кино',
  knowledge: 'Познание',
  kids: 'Детям',
  news: 'Новости',
  sport: 'Спорт',
  music: 'Музыка',
  other: 'Другие',
};
const ORDER = Object.keys(GENRES) as Genre[];

/** What gives a client his channels: the plan, and the programs that are on. */
export interface ChannelSources {
  planId: number;
  programs: readonly number[];
}

const idsOfPlan = ({ plans }: Catalogue, id: number) => plans.find(({ plan_id }) => plan_id === id)?.channel_ids ?? [];
const idsOfProgram = ({ programs }: Catalogue, id: number) =>
  programs.find(({ programm_id }) => programm_id === id)?.channel_ids ?? [];

const pick = ({ channels }: Catalogue, ids: ReadonlySet<number>): Channel[] =>
  channels.filter(({ channel_id }) => ids.has(channel_id));

/** The channels of a program; of a starter program those of its plan. */
export const channelsOfProgram = (catalogue: Catalogue, id: number): Channel[] =>
  pick(catalogue, new Set(idsOfProgram(catalogue, id)));

const idsOf = (catalogue: Catalogue, { planId, programs }: ChannelSources): Set<number> =>
  new Set([...idsOfPlan(catalogue, planId), ...programs.flatMap((id) => idsOfProgram(catalogue, id))]);

/** The channels of a plan with programs, by number. */
export const channelsOf = (catalogue: Catalogue, given: ChannelSources): Channel[] =>
  pick(catalogue, idsOf(catalogue, given));

export interface Difference {
  gained: Channel[];
  lost: Channel[];
  kept: number;
}

/** What a client gains and loses with another plan: programs that are on stay, with their channels. */
export function differenceOf(
  catalogue: Catalogue,
  { planId, programs }: ChannelSources,
  newPlanId: number,
): Difference {
  const was = idsOf(catalogue, { planId, programs });
  const will = idsOf(catalogue, { planId: newPlanId, programs });
  return {
    gained: catalogue.channels.filter(({ channel_id: id }) => will.has(id) && !was.has(id)),
    lost: catalogue.channels.filter(({ channel_id: id }) => was.has(id) && !will.has(id)),
    kept: [...was].filter((id) => will.has(id)).length,
  };
}

/** Channels by genre, in the order of the page. */
export const byGenre = (channels: readonly Channel[]): [Genre, Channel[]][] =>
  [...groupBy(channels, ({ genre }) => genre)].sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other));

const plain = (text: string): string => text.trim().toLowerCase().replaceAll('ё', 'е');

/** Whether a channel has such a name, or begins with such a number. */
export function isFound({ name, number }: Channel, search: string): boolean {
  const wanted = plain(search);
  return /^\d+$/.test(wanted)
    ? String(number).startsWith(wanted) || plain(name).includes(wanted)
    : plain(name).includes(wanted);
}

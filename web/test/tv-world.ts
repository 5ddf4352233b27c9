import type { contract, Wire } from '#api/contract.ts';

type Catalogue = Wire<typeof contract.tvPlan.channels>;
type Channel = Catalogue['channels'][number];

const channel = (channel_id: number, name: string, own: Partial<Channel> = {}): Channel => ({
  channel_id,
  number: channel_id,
  name,
  genre: 'air',
  is_hd: false,
  has_archive: false,
  ...own,
});

/** Six channels: plan 1 has 1, 2, 3, plan 2 has 1, 2, 4, 5; the package 1301 has 5 and 6, the starter 1010 gives plan 1. */
export const tvCatalogue = (): Catalogue => ({
  channels: [
    channel(1, 'Первый канал', { is_hd: true, has_archive: true }),
    channel(2, 'Россия 1', { is_hd: true }),
    channel(3, 'Магазин', { genre: 'other' }),
    channel(4, 'Планета', { genre: 'knowledge' }),
    channel(5, 'Кинозал', { genre: 'film' }),
    channel(6, 'Премьера', { genre: 'film' }),
  ],
  plans: [
    { plan_id: 1, channel_ids: [1, 2, 3] },
    { plan_id: 2, channel_ids: [1, 2, 4, 5] },
  ],
  programs: [
    { programm_id: 1301, channel_ids: [5, 6] },
    { programm_id: 1010, channel_ids: [1, 2, 3] },
  ],
});

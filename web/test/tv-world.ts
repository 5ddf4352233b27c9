import { contract, type Wire } from '#web/api/contract.ts';
import { replyOf } from './reply.ts';

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

type TvDevices = Wire<typeof contract.tvUser.devices>;
type TvDevice = TvDevices['devices'][number];
type Remote = TvDevice['remote'][number];

/** A command that can be sent and never was. */
export const remote = (action: Remote['action'], own: Partial<Remote> = {}): Remote => ({
  action,
  control: { status: 'off', text: '', possible_from: null },
  again_from: null,
  rest_seconds: 60,
  last: null,
  ...own,
});

/** A set-top box that is switched on. */
export const box = (own: Partial<TvDevice> = {}): TvDevice => ({
  device: 'VB4',
  kind: 'box',
  name: 'Волга Бокс 4K',
  serial: 'VB4-208-17',
  is_online: true,
  seen_at: null,
  is_leaving: false,
  remote: [remote('reload'), remote('reboot'), remote('rebind'), remote('message'), remote('reset_pin')],
  ...own,
});

/** An application that was used today. */
export const app = (own: Partial<TvDevice> = {}): TvDevice =>
  box({ device: 'app-1', kind: 'app', name: 'Телефон Марии', serial: null, remote: [], ...own });

/** One box, and a code can be made. */
export const tvDevices = (own: Partial<TvDevices> = {}): TvDevices =>
  replyOf(contract.tvUser.devices, {
    user_id: 2,
    is_connected: true,
    as_of: '2026-11-20T10:00:00.000Z',
    is_looking: false,
    devices: [box()],
    activation: { control: { status: 'off', text: '', possible_from: null }, code: null, left: 5 },
    ...own,
  });

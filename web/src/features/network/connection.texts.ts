import type { contract, Wire } from '#web/api/contract.ts';
import { bytes, keepTogether, timeText } from '#web/lib/text/format.ts';
import { bitRateText, timeUntil } from './network.texts.ts';

export type Connection = Wire<typeof contract.network.connection>[number];
export type ConnectionSession = NonNullable<Connection['session']>;
export type IpAddress = Wire<typeof contract.byDefault.getIp>;

export interface TodayAndYesterday {
  today: string;
  yesterday: string;
}

/** The session of this browser, else any that is on, else the first service. */
export const ownOf = (connections: readonly Connection[], ip: string | undefined): Connection | undefined =>
  connections.find(({ session }) => session !== null && session.address === ip) ??
  connections.find(({ session }) => session !== null) ??
  connections[0];

/** Other services that are not in the network, by id. */
export const othersOff = (connections: readonly Connection[], own: Connection): Set<number> =>
  new Set(connections.flatMap(({ session, user_id: id }) => (session === null && id !== own.user_id ? id : [])));

/** «Вы в сети» inside the provider's network. If the page is opened from elsewhere, only the router is connected. */
export function titleOf(session: ConnectionSession | null, address: IpAddress | undefined): string {
  if (session === null) return 'Роутер не в сети';
  return address?.is_local === false ? 'Роутер в сети' : 'Вы в сети';
}

type Fact = readonly [key: string, value: string];

export function factsOf(
  { since, address, mac, bytes_in, rate }: ConnectionSession,
  { today, yesterday }: TodayAndYesterday,
): Fact[] {
  const now: Fact =
    rate === null
      ? ['Получили за сеанс', bytes(bytes_in)]
      : ['Сейчас качаете', `${bitRateText(rate.bits_in / 1_000_000)}, на\u00a0${timeText(rate.at)}`];
  const device: Fact[] = mac === null ? [] : [['Устройство', mac.toUpperCase()]];
  return [['С какого времени', timeUntil(since, today, yesterday)], now, ['Адрес', address], ...device];
}

/** From where the page was opened, if it is not the line itself. */
export function placeText(session: ConnectionSession | null, address: IpAddress | undefined): string | undefined {
  if (address === undefined || address.ip === session?.address) return undefined;
  const { ip, is_local: isLocal } = address;
  return keepTogether(
    isLocal
      ? `Кабинет вы открыли с адреса ${ip}, он тоже в нашей сети.`
      : `Кабинет вы открыли через другую сеть, с адреса ${ip}.`,
  );
}

/** «Был в сети до 14:02». */
export const connectionSeenText = ({ seen_at: at }: Connection, { today, yesterday }: TodayAndYesterday): string =>
  at === null ? 'Сеансов ещё не\u00a0было.' : keepTogether(`Был в сети: ${timeUntil(at, today, yesterday)}.`);

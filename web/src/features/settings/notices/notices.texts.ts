import type { contract, Wire } from '#web/api/contract.ts';

export type NoticeSettings = Wire<typeof contract.notice.settings>;
export type NoticeKind = NoticeSettings['kinds'][number];
export type NoticeChannel = NoticeSettings['channels'][number];

const PLACES = {
  sms: 'mobile',
  mail: 'email',
  telegram: 'telegram',
  max: 'max',
  push: 'notices',
} as const;

/** Where a channel is linked. */
export const placeOf = ({ channel }: NoticeChannel): string => `/settings/${PLACES[channel]}`;

export const comes = ({ is_fixed: isFixed, channels }: NoticeKind, { channel }: NoticeChannel): boolean =>
  isFixed || channels.includes(channel);

/** Whether something that the client chooses comes by a channel. */
export const isOnFor = (kinds: readonly NoticeKind[], channel: NoticeChannel): boolean =>
  kinds.some((kind) => !kind.is_fixed && comes(kind, channel));

/** Where a kind goes by a channel, or why it does not. */
export function noteOf(kind: NoticeKind, channel: NoticeChannel): string {
  if (channel.to === null) return 'не подключён';
  if (kind.is_fixed) return 'всегда, бесплатно';
  return channel.needs_package ? 'нужна услуга «СМС о деньгах и\u00a0заявках»' : channel.to;
}

const isUnpaid = (kind: NoticeKind, { needs_package: needsPackage }: NoticeChannel): boolean =>
  needsPackage && !kind.is_fixed;

/** «Кабинет, почта» */
export function inWords(kind: NoticeKind, channels: readonly NoticeChannel[]): string {
  const on = channels.filter((channel) => channel.to !== null && comes(kind, channel) && !isUnpaid(kind, channel));
  if (!kind.in_portal && on.length === 0) return 'Не приходит';
  return [
    ...(kind.in_portal ? ['Кабинет'] : []),
    ...on.map(({ title }) => (title === 'Почта' || title === 'Браузер' ? title.toLowerCase() : title)),
  ].join(', ');
}

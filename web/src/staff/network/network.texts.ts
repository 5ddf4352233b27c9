import { counted } from '#web/lib/text/format.ts';
import type { contract, Wire } from '../api/contract.ts';

export type DeviceState = Wire<typeof contract.networkState.devices>[number];
export type DeviceSession = Wire<typeof contract.networkState.online>[number];

/** The answer of the page: what is out of order. */
export function networkFinding(devices: readonly DeviceState[]): string {
  const lost = devices.filter(({ outage_since: since }) => since !== null);
  if (lost.length > 0) return `Сбой: ${lost.map(({ name }) => name).join(', ')}`;
  const silent = devices.filter(({ silent_since: since }) => since !== null).length;
  if (silent > 0)
    return silent === 1
      ? 'Одно устройство не\u00a0отвечает на\u00a0приказы'
      : `Не\u00a0отвечают на\u00a0приказы: ${counted(silent, 'устройство', 'устройства', 'устройств')}`;
  return devices.length === 0 ? 'Сеть доступа' : 'Сеть доступа на\u00a0связи';
}

const toldText = (told: DeviceSession['wanted']): string =>
  told === null || told.attributes.length === 0 ? (told?.shape ?? '') : told.attributes.join(', ');

/** What the session should have. */
export const wantedText = ({ wanted }: DeviceSession): string =>
  wanted === null ? 'Не\u00a0должен быть в\u00a0сети' : `Должно: ${toldText(wanted)}`;

export const seenText = ({ seen }: DeviceSession): string =>
  seen === null ? 'Что есть, неизвестно' : `Есть: ${toldText(seen)}`;

const KINDS = { change: 'изменить', disconnect: 'завершить' } as const;

/** What was ordered, how often, and what came back. */
export function orderText({ order }: DeviceSession): string | null {
  if (order === null) return null;
  const { kind, wishes, answer } = order;
  return `Приказ «${KINDS[kind]}», ${counted(wishes, 'раз', 'раза', 'раз')}; ответ: ${answer ?? 'ещё нет'}`;
}

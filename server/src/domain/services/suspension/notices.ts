import type { Notice } from '#server/domain/messaging/notice.ts';
import { dayText, rubles } from '#server/domain/shared/text.rules.ts';
import {
  begunMessage,
  chargeText,
  notBegunReason,
  notBegunMessage,
  paidMessage,
  returnMessage,
  type BegunSuspension,
  type NotBegun,
  type SoonBack,
  type SoonPaid,
} from './suspension.texts.ts';
import { suspensionTopic } from './topic.ts';

interface OfSuspension {
  readonly suspensionId: number;
}

const ofSuspension = {
  category: 'service',
  shownDays: 7,
  link: () => '/',
  topic: ({ suspensionId }: OfSuspension) => suspensionTopic(suspensionId),
} as const;

export const suspensionBegun: Notice<OfSuspension & BegunSuspension> = {
  ...ofSuspension,
  name: 'suspension.begun',
  portal: begunMessage,
  fields: ({ name, until, today }) => ({ услуга: name, день: dayText(until, today) }),
  key: ({ suspensionId }) => suspensionId,
};
export const suspensionNotBegun: Notice<OfSuspension & NotBegun> = {
  ...ofSuspension,
  name: 'suspension.not_begun',
  portal: notBegunMessage,
  fields: (begun) => ({ услуга: begun.name, причина: notBegunReason(begun) }),
  key: ({ suspensionId }) => suspensionId,
};
/** A moved return is announced again. */
export const suspensionReturn: Notice<OfSuspension & SoonBack> = {
  ...ofSuspension,
  name: 'suspension.return',
  portal: returnMessage,
  fields: ({ name, until, today, amount }) => ({
    услуга: name,
    день: dayText(until, today),
    списание: chargeText(amount).trim(),
  }),
  key: ({ suspensionId, until }) => `${suspensionId}:${until}`,
};
export const suspensionPaid: Notice<OfSuspension & SoonPaid> = {
  ...ofSuspension,
  name: 'suspension.paid',
  portal: paidMessage,
  fields: ({ name, from, today, price }) => ({ услуга: name, день: dayText(from, today), сумма: rubles(price) }),
  key: ({ suspensionId, from }) => `${suspensionId}:${from}`,
};

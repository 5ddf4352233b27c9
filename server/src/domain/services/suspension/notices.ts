import type { Notice } from '#domain/messaging/notice.ts';
import {
  begunMessage,
  notBegunMessage,
  paidMessage,
  returnMessage,
  type Begun,
  type NotBegun,
  type SoonBack,
  type SoonPaid,
} from './suspension.texts.ts';

interface OfSuspension {
  readonly suspensionId: number;
}

const ofSuspension = { category: 'service', shownDays: 7, link: () => '/' } as const;

export const suspensionBegun: Notice<OfSuspension & Begun> = {
  ...ofSuspension,
  name: 'suspension.begun',
  portal: begunMessage,
  key: ({ suspensionId }) => suspensionId,
};
export const suspensionNotBegun: Notice<OfSuspension & NotBegun> = {
  ...ofSuspension,
  name: 'suspension.not_begun',
  portal: notBegunMessage,
  key: ({ suspensionId }) => suspensionId,
};
/** A moved return is announced again. */
export const suspensionReturn: Notice<OfSuspension & SoonBack> = {
  ...ofSuspension,
  name: 'suspension.return',
  portal: returnMessage,
  key: ({ suspensionId, until }) => `${suspensionId}:${until}`,
};
export const suspensionPaid: Notice<OfSuspension & SoonPaid> = {
  ...ofSuspension,
  name: 'suspension.paid',
  portal: paidMessage,
  key: ({ suspensionId, from }) => `${suspensionId}:${from}`,
};

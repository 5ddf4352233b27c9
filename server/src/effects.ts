import {
  sendChatMessageEffect,
  sendLetterEffect,
  sendPushEffect,
  sendTextMessageEffect,
} from '#server/domain/messaging/effects.ts';
import * as autopayment from '#server/domain/payments/autopayment/effects.ts';
import * as fiscal from '#server/domain/payments/fiscal/effects.ts';
import { mailDocumentEffect } from '#server/domain/documents/mailing/effects.ts';
import { tellHelpDeskEffect, tellOfRequestEffect } from '#server/domain/help-desk/effects.ts';
import { sendRecoveryCodeEffect } from '#server/domain/identity/recovery/effects.ts';
import * as provisioning from '#server/domain/services/provisioning/effects.ts';
import { checkSpendingEffect } from '#server/domain/services/spending/effects.ts';
import * as tv from '#server/domain/services/tv/effects.ts';
import { handleEffect, type EffectHandler } from '#server/kernel/job/effect.ts';
import type { EffectHandlers } from '#server/kernel/job/outbox.ts';
import { cancelSubscription, chargeAutopayment } from './jobs/money/autopayment.ts';
import { bringService, carryOutFormerOrder, disconnectNetwork } from './jobs/services/network.ts';
import { endInternetSession } from './jobs/services/end-internet-session.ts';
import { sendCodeOfRecovery } from './jobs/messaging/recovery.ts';
import { deliverChatMessage, deliverLetter, deliverPush, deliverTextMessage } from './jobs/messaging/messages.ts';
import { checkLineSpending } from './jobs/services/sip.ts';
import { registerReceipt } from './jobs/money/receipt.ts';
import { mailDueDocument } from './jobs/services/telephone-documents.ts';
import { tellOfAsked, tellOfEvent } from './jobs/messaging/help-desk.ts';
import {
  closeCodeAtPlatform,
  storeDevices,
  openCodeAtPlatform,
  passCommand,
  signDeviceOut,
} from './jobs/services/tv.ts';

const all: readonly EffectHandler[] = [
  handleEffect(sendRecoveryCodeEffect, sendCodeOfRecovery),
  handleEffect(sendLetterEffect, deliverLetter),
  handleEffect(sendTextMessageEffect, deliverTextMessage),
  handleEffect(sendChatMessageEffect, deliverChatMessage),
  handleEffect(sendPushEffect, deliverPush),
  handleEffect(provisioning.provisionServiceEffect, bringService),
  handleEffect(provisioning.disconnectServiceEffect, disconnectNetwork),
  handleEffect(provisioning.endInternetSessionEffect, endInternetSession),
  ...provisioning.formerOrders.map((order) => handleEffect(order, carryOutFormerOrder)),
  handleEffect(checkSpendingEffect, checkLineSpending),
  handleEffect(tv.sendTvCommandEffect, passCommand),
  handleEffect(tv.lookAtTvDevicesEffect, storeDevices),
  handleEffect(tv.dropTvDeviceEffect, signDeviceOut),
  handleEffect(tv.openTvCodeEffect, openCodeAtPlatform),
  handleEffect(tv.closeTvCodeEffect, closeCodeAtPlatform),
  handleEffect(autopayment.chargeSubscriptionEffect, chargeAutopayment),
  handleEffect(autopayment.cancelSubscriptionEffect, cancelSubscription),
  handleEffect(mailDocumentEffect, mailDueDocument),
  handleEffect(fiscal.registerReceiptEffect, registerReceipt),
  handleEffect(tellHelpDeskEffect, tellOfEvent),
  handleEffect(tellOfRequestEffect, tellOfAsked),
];

/** The handler of every effect, by kind. */
export const effectHandlers: EffectHandlers = new Map(all.map((handler) => [handler.kind, handler]));

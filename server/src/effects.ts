import { sendChatMessage, sendLetter, sendPush, sendTextMessage } from '#domain/messaging/effects.ts';
import * as autopayment from '#domain/payments/autopayment/effects.ts';
import * as fiscal from '#domain/payments/fiscal/effects.ts';
import { mailDocument } from '#domain/documents/mailing/effects.ts';
import { tellHelpDesk, tellOfRequest } from '#domain/help-desk/effects.ts';
import { sendRecoveryCode } from '#domain/identity/recovery/effects.ts';
import * as provisioning from '#domain/services/provisioning/effects.ts';
import { checkSpending } from '#domain/services/spending/effects.ts';
import * as tv from '#domain/services/tv/effects.ts';
import { handle, type EffectHandler } from '#kernel/job/effect.ts';
import type { EffectHandlers } from '#kernel/job/outbox.ts';
import { cancelSubscription, chargeAutopayment } from './jobs/money/autopayment.ts';
import { bringService, carryOutFormerOrder, disconnectNetwork } from './jobs/services/network.ts';
import { endInternetSession } from './jobs/services/end-internet-session.ts';
import { sendCodeOfRecovery } from './jobs/messaging/recovery.ts';
import { deliverChatMessage, deliverLetter, deliverPush, deliverTextMessage } from './jobs/messaging/messages.ts';
import { checkLineSpending } from './jobs/services/sip.ts';
import { registerReceipt } from './jobs/money/receipt.ts';
import { mailDueDocument } from './jobs/services/telephone-documents.ts';
import { tellOfAsked, tellOfEvent } from './jobs/messaging/help-desk.ts';
import { closeCode, lookAtDevices, openCode, passCommand, signDeviceOut } from './jobs/services/tv.ts';

const all: readonly EffectHandler[] = [
  handle(sendRecoveryCode, sendCodeOfRecovery),
  handle(sendLetter, deliverLetter),
  handle(sendTextMessage, deliverTextMessage),
  handle(sendChatMessage, deliverChatMessage),
  handle(sendPush, deliverPush),
  handle(provisioning.provisionService, bringService),
  handle(provisioning.disconnectService, disconnectNetwork),
  handle(provisioning.endInternetSession, endInternetSession),
  ...provisioning.formerOrders.map((order) => handle(order, carryOutFormerOrder)),
  handle(checkSpending, checkLineSpending),
  handle(tv.sendTvCommand, passCommand),
  handle(tv.lookAtTvDevices, lookAtDevices),
  handle(tv.dropTvDevice, signDeviceOut),
  handle(tv.openTvCode, openCode),
  handle(tv.closeTvCode, closeCode),
  handle(autopayment.chargeSubscription, chargeAutopayment),
  handle(autopayment.cancelSubscription, cancelSubscription),
  handle(mailDocument, mailDueDocument),
  handle(fiscal.registerReceipt, registerReceipt),
  handle(tellHelpDesk, tellOfEvent),
  handle(tellOfRequest, tellOfAsked),
];

/** The handler of every effect, by kind. */
export const effectHandlers: EffectHandlers = new Map(all.map((handler) => [handler.kind, handler]));

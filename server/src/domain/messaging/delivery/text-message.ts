import type { Tx } from '#server/db/database.ts';
import type { TakenText, TextReport } from '#server/integrations/sms/port.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import { fitting } from '#server/kernel/versioned.ts';
import { concludeDelivery } from './delivery.queries.ts';
import { sendTextMessageEffect, StoredTextMessage, type SentText } from '../effects.ts';
import { forgetPayload, forgetTexts, noteReport, noteTaken, type SentPart } from './text-message.queries.ts';

export type { SentText };

/** After this time no other gateway is tried: the phone is switched off, or the code is too old. */
const ANOTHER_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;

interface Route {
  readonly now: Date;
  /** Gateways in the order in which they are tried. */
  readonly gateways: readonly string[];
}

/** Records that a gateway has accepted a message; its delivery report comes later, or has come already. */
export async function textTaken(tx: Tx, text: SentText, taken: TakenText, route: Route): Promise<void> {
  const { key } = text;
  if (key === undefined) return;
  const parts = await noteTaken(tx, taken, { key, payload: text, now: route.now });
  for (const part of parts) await conclude(tx, part, taken.gateway, route);
  if (parts.every(({ state }) => state !== null)) await forgetPayload(tx, taken);
}

/** Applies a gateway's report, once even if repeated. A message that failed soon after it was sent goes by the next gateway. */
export async function textReported(tx: Tx, report: TextReport, route: Route): Promise<void> {
  const part = await noteReport(tx, report, route.now);
  if (!part) return;
  await conclude(tx, part, report.gateway, route);
  await forgetPayload(tx, { gateway: report.gateway, ids: [report.id] });
}

async function conclude(tx: Tx, part: SentPart, gateway: string, route: Route): Promise<void> {
  const { key, state, sent_at: sentAt } = part;
  if (key === null || state === null || sentAt === null) return;
  await concludeDelivery(tx, { key, gateway, sentAt }, route.now);
  if (state === 'undelivered') await sendByAnother(tx, { ...part, key }, gateway, route);
}

async function sendByAnother(
  tx: Tx,
  { key, payload, sent_at: sentAt }: SentPart & { readonly key: string },
  gateway: string,
  { now, gateways }: Route,
): Promise<void> {
  if (payload === null || sentAt === null) return;
  if (now.getTime() - Date.parse(sentAt) > ANOTHER_MS) return;
  const text = fitting('text_message', StoredTextMessage, payload);
  const without = [...(text.without ?? []), gateway];
  if (gateways.every((name) => without.includes(name))) return;
  // Each part of a long message is reported; the message is sent once more.
  await enqueueEffect(tx, sendTextMessageEffect, { ...text, without }, { uniqueKey: `sms:${key}:${without.join()}` });
}

/** Deletes old texts and parts; called every hour. */
export const forgetOldTexts = (tx: Tx, now: Date): Promise<void> =>
  forgetTexts(tx, new Date(now.getTime() - ANOTHER_MS), new Date(now.getTime() - KEPT_DAYS * DAY_MS));

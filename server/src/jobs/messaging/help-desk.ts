import type { Tx } from '#server/db/database.ts';
import type { OfRequest } from '#server/domain/help-desk/effects.ts';
import { requestAddress } from '#server/domain/support/guests/guest.rules.ts';
import { callBackById, newClientById } from '#server/domain/support/guests/guest.queries.ts';
import { eventById, orderById } from '#server/domain/support/order/order.queries.ts';
import type { World } from '#server/kernel/world.ts';

/** The effect `support.event`: nobody is told if no help desk is connected. */
export async function tellOfEvent(
  { db, outside, clock }: World,
  { orderId, eventId }: { readonly orderId: number; readonly eventId: number },
): Promise<void> {
  if (!outside.helpDesk) return;
  const [order, event] = await db.read((tx) => Promise.all([orderById(tx, orderId), eventById(tx, eventId)]));
  if (!order || !event) return;
  const { goal, contract_id, phone } = order;
  const { kind, state, author, author_name, text, happened_at } = event;
  const files = event.files.map(({ name, type, bytes }) => ({ name, type, bytes }));
  const who = { author, author_name, phone, contract_id };
  const what = { event_id: eventId, order_id: orderId, goal, kind, state, text, happened_at, files };
  await outside.helpDesk.tell({ ...what, ...who }, String(eventId), clock.now());
}

/** The effect `support.request`. */
export async function tellOfAsked({ db, outside, clock }: World, { kind, requestId, step }: OfRequest): Promise<void> {
  const { helpDesk } = outside;
  if (!helpDesk) return;
  const told = await db.read<Awaited<ReturnType<typeof callBackAsked | typeof connectionAsked>>>((tx) =>
    kind === 'call_back' ? callBackAsked(tx, requestId) : connectionAsked(tx, requestId),
  );
  if (!told) return;
  const { takenAt, ...event } = told;
  const about = `${kind}-${requestId}`;
  // One may be taken more than once.
  const which = step === 'taken' ? `-taken-${takenAt ?? ''}` : `-${step}`;
  await helpDesk.tell({ ...event, step }, step === 'asked' ? about : `${about}${which}`, clock.now());
}

async function callBackAsked(tx: Tx, id: number) {
  const asked = await callBackById(tx, id);
  if (!asked) return undefined;
  const { taken_at: takenAt, done_at: _, created_at: __, ...told } = asked;
  return { kind: 'call_back' as const, ...told, takenAt };
}

async function connectionAsked(tx: Tx, id: number) {
  const asked = await newClientById(tx, id);
  if (!asked) return undefined;
  const { new_client_id, name, phone, plan, coverage, taken_by, taken_at: takenAt, result, note } = asked;
  const who = { new_client_id, name, phone, address: requestAddress(asked), plan, coverage };
  return { kind: 'new_client' as const, ...who, taken_by, result, note, takenAt };
}

import type { Tx } from '#db/database.ts';
import { requestAddress } from '#domain/support/guests/guest.rules.ts';
import { callBackById, newClientById } from '#domain/support/guests/guest.queries.ts';
import { eventById, orderById } from '#domain/support/order/order.queries.ts';
import type { HelpDeskEvent } from '#integrations/help-desk/port.ts';
import type { World } from '#kernel/world.ts';

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

interface Asked {
  readonly kind: 'call_back' | 'new_client';
  readonly requestId: number;
}

/** The effect `support.request`. */
export async function tellOfAsked({ db, outside, clock }: World, { kind, requestId }: Asked): Promise<void> {
  const { helpDesk } = outside;
  if (!helpDesk) return;
  const event = await db.read((tx) =>
    kind === 'call_back' ? callBackAsked(tx, requestId) : connectionAsked(tx, requestId),
  );
  if (event) await helpDesk.tell(event, `${kind}-${requestId}`, clock.now());
}

async function callBackAsked(tx: Tx, id: number): Promise<HelpDeskEvent | undefined> {
  const asked = await callBackById(tx, id);
  return asked && { kind: 'call_back', ...asked };
}

async function connectionAsked(tx: Tx, id: number): Promise<HelpDeskEvent | undefined> {
  const asked = await newClientById(tx, id);
  if (!asked) return undefined;
  const { new_client_id, name, phone, plan, coverage } = asked;
  return { kind: 'new_client', new_client_id, name, phone, address: requestAddress(asked), plan, coverage };
}

import { staffContract, type OperatorContract } from '@kabinet/contract/staff';
import { moveClient, type Moved } from '#server/domain/changes/client/move-client.ts';
import { changedByStaff } from '#server/domain/changes/staff-change/notices.ts';
import { changeByStaff } from '#server/domain/changes/staff-change/staff-change.ts';
import { activeContact } from '#server/domain/identity/contacts/contact.queries.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { namesText } from '#server/domain/shared/text.rules.ts';
import { coverageOf } from '#server/domain/support/guests/guest.queries.ts';
import { orderConnection } from '#server/domain/support/order/connection.ts';
import type { Handler, ScopeOf } from '#server/kernel/world.ts';
import { addressText } from '../../../shared/address-text.ts';
import type { PlainHandlers } from '../../../shared/plain-handlers.ts';
import { staffDoer, supportedAt } from '../../doer.ts';
import { handOverHandler } from './hand-over.ts';

type Moves = OperatorContract['moves'];
type Scope = ScopeOf<Moves['move']>;
type Body = Parameters<Handler<Moves['move']>>[0]['body'];

async function orderVisit({ contract_id: contractId, slot_id: slotId }: Body, { services }: Moved, scope: Scope) {
  const [line] = services;
  if (slotId === undefined || !line) return null;
  const text = `Переезд. Подключить: ${namesText(services.map(({ name, plan }) => `${name} «${plan}»`))}`;
  const phone = (await activeContact(scope.db, contractId, 'phone')) ?? null;
  const wanted = { contractId, userId: line.user_id, slotId, phone, text, name: scope.operator.name };
  return orderConnection(scope.db, wanted, supportedAt(scope));
}

async function tell({ contract_id: contractId, document }: Body, { place, services }: Moved, scope: Scope) {
  const at = supportedAt(scope);
  const waits =
    services.length === 0
      ? ''
      : ` ${namesText(services.map(({ name }) => name))} подключит мастер, до этого не списываем.`;
  const what = `Новый адрес: ${addressText(place)}. Основание: ${document}.${waits}`;
  await notify(scope.db, changedByStaff, contractId, { title: 'Договор переехал', what, support: at.support }, at);
}

const move: Handler<Moves['move']> = async ({ body }, scope) => {
  const { db, operator } = scope;
  const { contract_id: contractId, document, version, town, street = null, house, flat = null } = body;
  const at = supportedAt(scope);
  const by = staffDoer(operator, staffContract.moves.move, body);
  const wanted = {
    contractId,
    document,
    place: { town, street, house, flat },
    isWired: body.wired === 'yes',
    operator: operator.name,
    isRehearsal: by.isRehearsal,
    lineOf: (streetId: number, at: string) => coverageOf(db, streetId, at),
  };
  const make = async () => {
    const moved = await moveClient(db, wanted, at);
    const { was, place, ...told } = moved;
    const visit = moved.refusal === null ? await orderVisit(body, moved, scope) : null;
    await tell(body, moved, scope);
    // The timeline is also read by those who see addresses masked: the card tells both to whoever may see them.
    const text = `Переезд${visit ? ', назначили визит' : ''}. Основание: ${document}`;
    return { text, answer: { ...told, was: addressText(was), address: addressText(place), visit } };
  };
  return changeByStaff(db, { contractId, version, make }, by, at);
};

export const moveHandlers: PlainHandlers<Moves> = { move, handOver: handOverHandler };

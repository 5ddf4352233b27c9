import { staffContract, type OperatorContract } from '@kabinet/contract/staff';
import { handContractOver, type HandedOver } from '#server/domain/changes/client/hand-over.ts';
import { changedByStaff } from '#server/domain/changes/staff-change/notices.ts';
import { changeByStaff } from '#server/domain/changes/staff-change/staff-change.ts';
import { maskedAddress } from '#server/domain/identity/contacts/address.rules.ts';
import { setContactAtOffice } from '#server/domain/identity/contacts/contacts.ts';
import { putPassword } from '#server/domain/identity/credentials/credential.queries.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { Handler, ScopeOf } from '#server/kernel/world.ts';
import { noteByStaff, staffDoer, supportedAt } from '../../doer.ts';
import { newOneTimePassword } from '../one-time-password.ts';
import { endPaymentsOf } from './end-payments.ts';
import { openOrdersOf } from './open-orders.ts';

type HandOver = OperatorContract['moves']['handOver'];
type Scope = ScopeOf<HandOver>;
type Body = Parameters<Handler<HandOver>>[0]['body'];

const NOBODY = { password: null, until: null, contact: null };

/** The new subscriber's way in: a password for once, and a code to his phone. */
async function letIn({ phone }: Body, contractId: number, scope: Scope) {
  const { db, now } = scope;
  const { password, hash, changeBy, until } = await newOneTimePassword(now);
  await putPassword(db, contractId, { hash, changeBy, now });
  if (phone === undefined || !scope.outside.reaches.phone) return { password, until, contact: null };
  const address = { kind: 'phone', address: phone } as const;
  await setContactAtOffice(db, { contractId, ...address }, { ...scope, ...supportedAt(scope) });
  return { password, until, contact: { kind: 'phone' as const, to: maskedAddress(address) } };
}

/** Both contracts tell it, neither names the other person. */
async function tell({ contract_id: contractId, document }: Body, to: number, scope: Scope): Promise<void> {
  const at = supportedAt(scope);
  const what = `Услуги и остаток перешли на договор другого абонента. Основание: ${document}. Этот договор закрыт, переписка и документы остались в нём.`;
  const title = 'Договор переоформили';
  await notify(scope.db, changedByStaff, contractId, { title, what, support: at.support }, at);
  const text = `Услуги перешли с договора ${contractId}. Основание: ${document}`;
  await noteByStaff(scope, staffContract.moves.handOver, { contractId: to, text });
}

const sumsOf = ({ services, transferred, charged, left, from, refusal, notes }: HandedOver) => ({
  services,
  transferred,
  charged,
  left,
  from,
  refusal,
  notes,
});

export const handOverHandler: Handler<HandOver> = async ({ body }, scope) => {
  const { db, operator } = scope;
  const { contract_id: contractId, document, version, name } = body;
  const at = supportedAt(scope);
  const by = staffDoer(operator, staffContract.moves.handOver, body);
  const make = async () => {
    const openOrders = await openOrdersOf(db, contractId);
    const { isRehearsal } = by;
    const isCompany = body.company === 'yes';
    const wanted = { contractId, name, isCompany, document, operator: operator.name, isRehearsal, openOrders };
    const handed = await handContractOver(db, wanted, at);
    const { newContractId: to, accountNo: account_no } = handed;
    const entry = to === null ? NOBODY : await letIn(body, to, scope);
    if (to !== null) await tell(body, to, scope);
    const notes = [...handed.notes, ...(to === null ? [] : await endPaymentsOf(db, contractId, at.now))];
    const text = `Переоформили на другого абонента${to === null ? '' : `, договор ${to}`}. Основание: ${document}`;
    return { text, answer: { ...sumsOf(handed), notes, new_contract_id: to, account_no, name, ...entry } };
  };
  return changeByStaff(db, { contractId, version, make }, by, at);
};

import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import { staffContract, type OperatorContract } from '@kabinet/contract/staff';
import { firstCharges } from '#server/domain/changes/client/first-charges.ts';
import { openClient, type OpenedService } from '#server/domain/changes/client/open-client.ts';
import { contractVersion } from '#server/domain/changes/staff-change/staff-change.queries.ts';
import { maskedAddress } from '#server/domain/identity/contacts/address.rules.ts';
import { setContactAtOffice } from '#server/domain/identity/contacts/contacts.ts';
import { putPassword } from '#server/domain/identity/credentials/credential.queries.ts';
import { namesText } from '#server/domain/shared/text.rules.ts';
import { carryOutRequest } from '#server/domain/support/guests/provider-side.ts';
import { orderConnection } from '#server/domain/support/order/connection.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler, ScopeOf } from '#server/kernel/world.ts';
import { atOf } from '../../at.ts';
import { noteByStaff } from '../../doer.ts';
import { wrongField } from '../../refusals.ts';
import { newOneTimePassword } from '../one-time-password.ts';

type Open = OperatorContract['clients']['open'];
type Scope = ScopeOf<Open>;
type Body = Parameters<Handler<Open>>[0]['body'];

/** The wish as the domain knows it. */
function wishOf(body: Body) {
  const { name, town, street = null, house, flat = null, company, plan_id, tv_plan_id, line, contract_id } = body;
  return {
    ...{ name, town, street, house, flat, line },
    isCompany: company === 'yes',
    planId: plan_id,
    tvPlanId: tv_plan_id,
    contractId: contract_id,
    printedNo: body.printed_no ?? null,
    billingDay: body.billing_day,
  };
}

/** A code goes to the phone or the mail; what cannot be reached now does not stop the contract. */
async function sendCodeTo({ phone, email }: Body, contractId: number, scope: Scope) {
  if (phone !== undefined && email !== undefined)
    throw wrongField('email', 'Назовите телефон или почту, что-то одно: второе добавите с карточки');
  if (phone === undefined && email === undefined) return null;
  const address =
    phone === undefined
      ? ({ kind: 'email', address: email ?? '' } as const)
      : ({ kind: 'phone', address: phone } as const);
  if (!scope.outside.reaches[address.kind]) return null;
  await setContactAtOffice(scope.db, { contractId, ...address }, { ...scope, ...atOf(scope) });
  return { kind: address.kind, to: maskedAddress(address) };
}

interface Visited {
  readonly contractId: number;
  readonly userId: number;
  readonly services: readonly OpenedService[];
}

async function orderVisit({ slot_id: slotId, phone }: Body, { contractId, userId, services }: Visited, scope: Scope) {
  if (slotId === undefined) return null;
  const text = `Подключить: ${namesText(services.map((one) => `${one.name} «${one.plan}»`))}`;
  const wanted = { contractId, userId, slotId, phone: phone ?? null, text, name: scope.operator.name };
  return orderConnection(scope.db, wanted, atOf(scope));
}

/** Who asked to be connected waits no more. */
async function finishRequest({ request_id: id }: Body, contractId: number, scope: Scope): Promise<void> {
  if (id === undefined) return;
  const ending = { kind: 'new_client', result: 'signed' } as const;
  const done = { deed: 'finish', ending, note: `Договор ${contractId}` } as const;
  const dealt = await carryOutRequest(scope.db, { asked: { kind: 'new_client', id }, done }, atOf(scope));
  if (dealt?.outcome !== 'done') throw new Problem('request_unknown');
}

/** The day on which the technician connects it, as far as anybody knows. */
const connectedOn = (visit: { readonly from: string } | null, { today, provider }: Scope): Day =>
  visit === null ? today : dayIn(provider.time_zone, new Date(visit.from));

/** Opens a contract with everything that it begins with, in one transaction. */
export const open: Handler<Open> = async ({ body }, scope) => {
  const { db, now, today } = scope;
  const { contractId, accountId, services } = await openClient(db, wishOf(body), { today, now });
  const { password, hash, changeBy, until } = await newOneTimePassword(now);
  await putPassword(db, contractId, { hash, changeBy, now });
  const [line] = services;
  const visit = line ? await orderVisit(body, { contractId, userId: line.user_id, services }, scope) : null;
  const contact = await sendCodeTo(body, contractId, scope);
  await finishRequest(body, contractId, scope);
  await noteByStaff(scope, staffContract.clients.open, {
    contractId,
    text: `Открыли договор: ${namesText(services.map((one) => one.name))}`,
  });
  return {
    contract_id: contractId,
    version: await contractVersion(db, contractId),
    rehearsed: body.dry_run === 'yes',
    printed_no: body.printed_no ?? null,
    account_no: `${contractId}i`,
    password,
    until,
    cabinet: new URL(scope.publicUrl).host,
    services,
    charges: (await firstCharges(db, accountId, connectedOn(visit, scope))).map(({ parts, ...charge }) => ({
      ...charge,
      parts: [...parts],
    })),
    visit,
    contact,
  };
};

import { kopecks } from '@kabinet/contract/kernel/money';
import { staffContract, type OperatorContract } from '@kabinet/contract/staff';
import type { ClientRow } from '#server/domain/changes/client/client.queries.ts';
import { changeRefused } from '#server/domain/changes/client/give.ts';
import { joinContracts } from '#server/domain/changes/client/join-client.ts';
import { lockBothContracts } from '#server/domain/changes/client/regrouping.queries.ts';
import { splitContract } from '#server/domain/changes/client/split-client.ts';
import { changedByStaff } from '#server/domain/changes/staff-change/notices.ts';
import { changeByStaff } from '#server/domain/changes/staff-change/staff-change.ts';
import { putPassword } from '#server/domain/identity/credentials/credential.queries.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { namesText } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler, ScopeOf } from '#server/kernel/world.ts';
import { contractNo } from '#server/domain/shared/contract-no.queries.ts';
import { addressText } from '../../../shared/address-text.ts';
import type { PlainHandlers } from '../../../shared/plain-handlers.ts';
import { noteByStaff, staffDoer, supportedAt } from '../../doer.ts';
import { cardContacts } from '../card.queries.ts';
import { newOneTimePassword } from '../one-time-password.ts';
import { accountsOfContract } from '../../staff.queries.ts';
import { endPaymentsOf } from './end-payments.ts';
import { openOrdersOf } from './open-orders.ts';

type Regroupings = OperatorContract['regroupings'];
type Scope = ScopeOf<Regroupings['split']>;

const NOBODY = { password: null, until: null };

const tell = (scope: Scope, contractId: number, title: string, what: string): Promise<unknown> => {
  const at = supportedAt(scope);
  return notify(scope.db, changedByStaff, contractId, { title, what, support: at.support }, at);
};

async function newPasswordOf(contractId: number, { db, now }: Scope) {
  const { password, hash, changeBy, until } = await newOneTimePassword(now);
  await putPassword(db, contractId, { hash, changeBy, now });
  return { password, until };
}

const split: Handler<Regroupings['split']> = async ({ body }, scope) => {
  const { db, operator } = scope;
  const { contract_id: contractId, document, version, services: userIds, sum = kopecks(0) } = body;
  const at = supportedAt(scope);
  const by = staffDoer(operator, staffContract.regroupings.split, body);
  const make = async () => {
    const openOrders = await openOrdersOf(db, contractId);
    const { isRehearsal } = by;
    const wanted = { contractId, userIds, sum, document, operator: operator.name, isRehearsal, openOrders };
    const { newContractId: to, accountNo: account_no, ...done } = await splitContract(db, wanted, at);
    const what = namesText(done.services);
    if (to !== null) {
      const no = await contractNo(db, contractId);
      const moved = `${what} — теперь в договоре ${to}, счёт ${to}i. Основание: ${document}.`;
      await tell(scope, contractId, 'Договор разделили', moved);
      await tell(scope, to, 'Новый договор', `${what} — из договора ${no}. Основание: ${document}.`);
      const text = `Договор выделен из договора ${contractId}: ${what}. Основание: ${document}`;
      await noteByStaff(scope, staffContract.regroupings.split, { contractId: to, text });
    }
    const entry = to === null ? NOBODY : await newPasswordOf(to, scope);
    const text = `Разделили: ${what} — в договор ${to ?? ''}. Основание: ${document}`;
    return { text, answer: { ...done, new_contract_id: to, account_no, ...entry } };
  };
  return changeByStaff(db, { contractId, version, make }, by, at);
};

async function partyOf({ db }: Scope, contractId: number, { name, is_company, ...place }: ClientRow) {
  const phones = (await cardContacts(db, contractId)).filter(({ kind }) => kind === 'phone');
  const address = addressText(place);
  return { contract_id: contractId, name, is_company, address, phones: phones.map(({ value }) => value) };
}

const join: Handler<Regroupings['join']> = async ({ body }, scope) => {
  const { db, operator } = scope;
  const { contract_id: contractId, into_contract_id: intoId, document, reason } = body;
  if (contractId === intoId) throw changeRefused('Это один и тот же договор: назовите другой');
  if (!(await lockBothContracts(db, [contractId, intoId]))) throw new Problem('contract_unknown');
  const at = supportedAt(scope);
  const by = staffDoer(operator, staffContract.regroupings.join, body);
  const { isRehearsal } = by;
  const why = reason === undefined ? '' : `. Имена разные: ${reason}`;
  const both = async () => {
    const openOrders = await openOrdersOf(db, contractId);
    const wanted = { contractId, intoId, document, reason, operator: operator.name, isRehearsal, openOrders };
    const { clients, namesDiffer, ...done } = await joinContracts(db, wanted, at);
    if (namesDiffer && reason === undefined && !isRehearsal)
      throw changeRefused('Имена в договорах разные: напишите, почему это один абонент');
    // Its note tells that another one is to be agreed to there.
    if (done.refusal === null) await endPaymentsOf(db, contractId, at.now);
    const [ends, stays] = clients;
    const parties = [await partyOf(scope, contractId, ends), await partyOf(scope, intoId, stays)];
    const text = `Присоединили договор ${contractId}. Основание: ${document}${why}`;
    return { text, answer: { ...done, parties, names_differ: namesDiffer } };
  };
  const make = async () => {
    const joined = await changeByStaff(db, { contractId: intoId, version: body.into_version, make: both }, by, at);
    const [ended, stays] = [await contractNo(db, contractId), await contractNo(db, intoId)];
    const [account] = await accountsOfContract(db, intoId);
    const gone = `Услуги и остаток перешли на договор ${stays}, счёт ${account?.account_no ?? ''}. Основание: ${document}. Этот договор закрыт, переписка и документы остались в нём.`;
    await tell(scope, contractId, 'Договоры объединили', gone);
    const come = `Услуги и остаток договора ${ended} теперь здесь. Основание: ${document}.`;
    await tell(scope, intoId, 'Договоры объединили', come);
    const text = `Присоединили к договору ${intoId}. Основание: ${document}${why}`;
    return { text, answer: { ...joined, into_contract_id: intoId, into_version: joined.version } };
  };
  return changeByStaff(db, { contractId, version: body.version, make }, by, at);
};

export const regroupingHandlers: PlainHandlers<Regroupings> = { split, join };

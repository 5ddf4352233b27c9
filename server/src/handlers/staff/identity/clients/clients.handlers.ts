import { instant } from '@kabinet/contract/kernel/day';
import { staffContract, type OperatorContract } from '@kabinet/contract/staff';
import { closeClient, reopenClient } from '#server/domain/changes/client/close-client.ts';
import { bumpContractVersion } from '#server/domain/changes/service-change/service-change.queries.ts';
import { contractVersion } from '#server/domain/changes/staff-change/staff-change.queries.ts';
import { changeByStaff } from '#server/domain/changes/staff-change/staff-change.ts';
import { maskedAddress } from '#server/domain/identity/contacts/address.rules.ts';
import { confirmContact, setContactAtOffice } from '#server/domain/identity/contacts/contacts.ts';
import { endOtherSessions } from '#server/domain/identity/session/session.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type Handler, type Operator } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../../shared/plain-handlers.ts';
import { atOf } from '../../at.ts';
import { noteByStaff, staffDoer } from '../../doer.ts';
import { refuseAlone, wrongField } from '../../refusals.ts';
import { hasContract } from '../../staff.queries.ts';
import { edit } from './edit.ts';
import { endPaymentsOf } from './end-payments.ts';
import { open } from './open.ts';

type Clients = OperatorContract['clients'];
const { clients } = staffContract;

const contact: Handler<Clients['contact']> = async ({ body }, scope) => {
  const { db } = scope;
  const { contract_id: contractId, phone, email, document } = body;
  if ((phone === undefined) === (email === undefined))
    throw wrongField('phone', 'Назовите телефон или почту, что-то одно');
  if (!(await hasContract(db, contractId))) throw new Problem('contract_unknown');
  const address =
    phone === undefined
      ? ({ kind: 'email', address: email ?? '' } as const)
      : ({ kind: 'phone', address: phone } as const);
  const sent = await setContactAtOffice(db, { contractId, ...address }, { ...scope, ...atOf(scope) });
  const to = maskedAddress(address);
  await noteByStaff(scope, clients.contact, {
    contractId,
    text: `Новый контакт ${to}: отправили код. Основание: ${document}`,
  });
  return { contract_id: contractId, to, expires_at: instant(sent.expires_at) };
};

/** Opens its own transactions, so that a wrong code counts although the call is refused. */
const confirmed = withoutTransaction<Clients['confirmContact']>(async ({ body }, scope) => {
  const { db, now, operator } = scope;
  const { contract_id: contractId, kind, code } = body;
  if (!(await db.read((tx) => hasContract(tx, contractId)))) throw new Problem('contract_unknown');
  const done = { version: 0, ended: 0 };
  await confirmContact(db, { contractId, kind }, code, atOf(scope), async (tx, address) => {
    // Whoever had the former phone may be signed in by it.
    done.ended = await endOtherSessions(tx, contractId, undefined, 'ended_by_client', now);
    await bumpContractVersion(tx, contractId);
    const text = `Подтвердили контакт ${maskedAddress({ kind, address })}, закрыли кабинеты: ${done.ended}`;
    await noteByStaff({ db: tx, now, operator }, clients.confirmContact, { contractId, text });
    done.version = await contractVersion(tx, contractId);
  });
  return { contract_id: contractId, version: done.version, sessions_ended: done.ended };
});

/** A person may hold several roles, and makes the call in the first that may. */
const isAccountant = ({ role, entry }: Operator): boolean =>
  role === 'accountant' || role === 'server' || entry?.roles.includes('accountant') === true;

const close: Handler<Clients['close']> = async ({ body }, scope) => {
  const { db, operator } = scope;
  const { contract_id: contractId, settle, document, version } = body;
  if (settle !== undefined && document === undefined) throw wrongField('document', 'Назовите документ: --document');
  if (settle !== undefined && !isAccountant(operator)) throw new Problem('role_not_allowed');
  const at = atOf(scope);
  const by = staffDoer(operator, clients.close, body);
  const make = async () => {
    const answer = await closeClient(db, { contractId, settle, document, isRehearsal: by.isRehearsal }, at);
    const settled = answer.accounts.reduce((sum, one) => sum + Math.abs(one.settled), 0);
    refuseAlone(operator, clients.close, settled);
    const how = answer.accounts.filter((one) => one.settled !== 0).map((one) => rubles(one.settled));
    const notes = [...answer.notes, ...(await endPaymentsOf(db, contractId, at.now))];
    const text = `Расторгли договор${how.length === 0 ? '' : `, рассчитались: ${how.join(' и ')}, ${document ?? ''}`}`;
    return { text, answer: { ...answer, notes } };
  };
  return changeByStaff(db, { contractId, version, make }, by, at);
};

const reopen: Handler<Clients['reopen']> = async ({ body }, scope) => {
  const { db, operator } = scope;
  const { contract_id: contractId, version } = body;
  const at = atOf(scope);
  const make = async () => {
    const services = await reopenClient(db, contractId, at);
    return { text: 'Возобновили договор', answer: { services } };
  };
  return changeByStaff(db, { contractId, version, make }, staffDoer(operator, clients.reopen, body), at);
};

export const clientHandlers: PlainHandlers<Clients, 'confirmContact'> = {
  open,
  edit,
  contact,
  confirmContact: confirmed,
  close,
  reopen,
};

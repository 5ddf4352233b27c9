import { staffContract, type OperatorContract } from '@kabinet/contract/staff';
import { clientRow } from '#server/domain/changes/client/client.queries.ts';
import { bumpContractVersion } from '#server/domain/changes/service-change/service-change.queries.ts';
import { changedByStaff } from '#server/domain/changes/staff-change/notices.ts';
import { changeByStaff } from '#server/domain/changes/staff-change/staff-change.ts';
import { numberOf } from '#server/domain/identity/papers/paper.rules.ts';
import { PAPER_NAMES } from '#server/domain/identity/papers/paper.texts.ts';
import { contractsWithPaper, enterPaper, papersOf, type ClientPaper } from '#server/domain/identity/papers/papers.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../../shared/plain-handlers.ts';
import { staffDoer, supportedAt } from '../../doer.ts';
import { hasContract } from '../../staff.queries.ts';
import { shownContracts } from '../shown-contracts.ts';

type Papers = OperatorContract['papers'];

/** No row, message or reply holds anything of the paper but its kind. */
const enter: Handler<Papers['enter']> = async ({ body }, scope) => {
  const { db, operator, outside } = scope;
  const { contract_id: contractId, version, kind, dry_run: _, ...typed } = body;
  const at = supportedAt(scope);
  const make = async () => {
    const client = await clientRow(db, contractId);
    if (!client) throw new Problem('contract_unknown');
    const wanted = { contractId, isCompany: client.is_company, kind, typed, by: operator.name };
    const entered = await enterPaper(db, outside.vault, wanted, at);
    await bumpContractVersion(db, contractId);
    const former = entered.replaced === null ? '' : ', прежние данные остались в истории';
    const text = `Внесли ${PAPER_NAMES[kind]}${former}`;
    const title = 'Внесли ваш документ';
    await notify(db, changedByStaff, contractId, { title, what: `${text}.`, support: at.support }, at);
    return { text, answer: { ...entered, kind } };
  };
  return changeByStaff(db, { contractId, version, make }, staffDoer(operator, staffContract.papers.enter, body), at);
};

const shownPaper = ({ facts, client_paper_id: id, ended_on: until, ...row }: ClientPaper) => {
  const { series: _, inn: _inn, ...lines } = facts;
  return { ...row, ...lines, paper_id: id, until, number: numberOf(facts) };
};

const show: Handler<Papers['show']> = async ({ query: { contract_id: contractId } }, { db, outside }) => {
  if (!(await hasContract(db, contractId))) throw new Problem('contract_unknown');
  return { contract_id: contractId, papers: (await papersOf(db, outside.vault, contractId)).map(shownPaper) };
};

const MOST_FOUND = 50;
const FORMER = 'прежний документ';

const find: Handler<Papers['find']> = async ({ body: { number } }, { db, today, outside }) => {
  const hits = await contractsWithPaper(db, outside.vault, number, MOST_FOUND);
  const shown = await shownContracts(
    db,
    hits.map(({ contract_id: id }) => id),
    today,
  );
  return {
    items: hits.flatMap(({ contract_id: id, is_former: isFormer }) => {
      const contract = shown.get(id);
      return contract ? [{ ...contract, found: isFormer ? FORMER : null }] : [];
    }),
  };
};

export const paperHandlers: PlainHandlers<Papers> = { enter, show, find };

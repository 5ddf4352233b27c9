import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import { bareNumber } from '@kabinet/contract/kernel/papers/requisites';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import {
  contractsMarked,
  currentPaperRow,
  endPaper,
  insertPaper,
  insertPapers,
  paperRows,
  type MarkedContract,
  type PaperRow,
} from './paper.queries.ts';
import {
  isOfCompany,
  numberOf,
  numbersOf,
  readPaper,
  type PaperFacts,
  type PaperKind,
  type TypedPaper,
} from './paper.rules.ts';
import { PAPER_TEXTS } from './paper.texts.ts';

export interface ClientPaper extends Omit<PaperRow, 'sealed'> {
  readonly facts: PaperFacts;
}

/** Moved to another contract, a sealed paper would not open. */
const sealedFor = (contractId: number): string => `paper:${contractId}`;

const markOf = (vault: Vault, number: string): Buffer => vault.markOf(`client paper ${number}`);

const opened = (vault: Vault, contractId: number, { sealed, ...row }: PaperRow): ClientPaper => ({
  ...row,
  facts: JSON.parse(vault.open(sealed, sealedFor(contractId))) as PaperFacts,
});

export interface PaperRequest {
  readonly contractId: number;
  readonly isCompany: boolean;
  readonly kind: PaperKind;
  readonly typed: TypedPaper;
  readonly by: string;
}

export interface EnteredPaper {
  readonly since: Day;
  /** The kind of the one that has ended. */
  readonly replaced: PaperKind | null;
}

/** Enters a document of a person, or requisites; the former one ends today. The contract must be locked. */
export async function enterPaper(
  tx: Tx,
  vault: Vault,
  { contractId, isCompany, kind, typed, by }: PaperRequest,
  { now, zone }: At,
): Promise<EnteredPaper> {
  const today = dayIn(zone, now);
  const facts = rightFacts(kind, isCompany, typed, today);
  const was = await currentPaperRow(tx, contractId);
  const former = was && opened(vault, contractId, was);
  if (former && isSame(former, kind, facts)) throw new Problem('change_not_allowed', { message: PAPER_TEXTS.already });
  if (former) await endPaper(tx, former.client_paper_id, today, by);
  const sealed = vault.seal(JSON.stringify(facts), sealedFor(contractId));
  const marks = numbersOf(facts).map((number) => markOf(vault, number));
  await insertPaper(tx, { contractId, kind, sealed, marks, today, now, by });
  return { since: today, replaced: former?.kind ?? null };
}

function rightFacts(kind: PaperKind, isCompany: boolean, typed: TypedPaper, today: Day): PaperFacts {
  if (isOfCompany(kind) !== isCompany)
    throw wrong([{ field: 'kind', message: isCompany ? PAPER_TEXTS.company : PAPER_TEXTS.person }]);
  const { facts, faults } = readPaper(kind, typed, today);
  if (faults.length > 0) throw wrong(faults);
  return facts;
}

const isSame = (was: ClientPaper, kind: PaperKind, facts: PaperFacts): boolean =>
  was.kind === kind && Object.entries(facts).every(([line, value]) => was.facts[line as keyof PaperFacts] === value);

const wrong = (faults: readonly { readonly field: string; readonly message: string }[]): Problem =>
  new Problem('bad_input', { errors: faults.map(({ field, message }) => ({ path: `body.${field}`, message })) });

export interface FirstPaper extends Pick<PaperRequest, 'contractId' | 'kind'> {
  readonly facts: PaperFacts;
}

/** Enters papers of contracts that have none. */
export async function enterFirstPapers(
  tx: Tx,
  vault: Vault,
  papers: readonly FirstPaper[],
  { now, zone, by }: At & Pick<PaperRequest, 'by'>,
): Promise<void> {
  const rows = papers.map(({ contractId, kind, facts }) => ({
    contract_id: contractId,
    kind,
    sealed: vault.seal(JSON.stringify(facts), sealedFor(contractId)).toString('hex'),
    marks: numbersOf(facts).map((number) => markOf(vault, number).toString('hex')),
  }));
  if (rows.length > 0) await insertPapers(tx, rows, { today: dayIn(zone, now), now, by });
}

/** All papers of a contract, the one that holds first. */
export const papersOf = async (tx: Tx, vault: Vault, contractId: number): Promise<ClientPaper[]> =>
  (await paperRows(tx, contractId)).map((row) => opened(vault, contractId, row));

/** The paper that holds, by its kind and number. */
export async function currentPaper(tx: Tx, vault: Vault, contractId: number) {
  const row = await currentPaperRow(tx, contractId);
  return row ? { kind: row.kind, number: numberOf(opened(vault, contractId, row).facts) } : null;
}

/** Contracts of whoever has a paper with this whole number. */
export const contractsWithPaper = (tx: Tx, vault: Vault, typed: string, most: number): Promise<MarkedContract[]> =>
  contractsMarked(tx, [markOf(vault, bareNumber(typed))], most);

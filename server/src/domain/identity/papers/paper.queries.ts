import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { PaperKind } from './paper.rules.ts';

export interface PaperRow {
  readonly client_paper_id: number;
  readonly kind: PaperKind;
  readonly sealed: Buffer;
  readonly since: Day;
  readonly entered_at: Instant;
  readonly entered_by: string;
  readonly ended_on: Day | null;
}

/** Papers of a contract, the one that holds first, then the latest. */
export const paperRows = (tx: Tx, contractId: number): Promise<PaperRow[]> =>
  tx.rows(sql`
    select client_paper_id, kind, sealed, since, entered_at, entered_by, ended_on from client_paper
    where contract_id = ${contractId} order by ended_on is not null, client_paper_id desc`);

export const currentPaperRow = (tx: Tx, contractId: number): Promise<PaperRow | undefined> =>
  tx.maybe(sql`
    select client_paper_id, kind, sealed, since, entered_at, entered_by, ended_on from client_paper
    where contract_id = ${contractId} and ended_on is null`);

export const endPaper = (tx: Tx, paperId: number, today: Day, by: string): Promise<number> =>
  tx.run(sql`update client_paper set ended_on = ${today}, ended_by = ${by} where client_paper_id = ${paperId}`);

interface NewPaper {
  readonly contractId: number;
  readonly kind: PaperKind;
  readonly sealed: Buffer;
  readonly marks: readonly Buffer[];
  readonly today: Day;
  readonly now: Date;
  readonly by: string;
}

export const insertPaper = (tx: Tx, { contractId, kind, sealed, marks, today, now, by }: NewPaper): Promise<number> =>
  tx.run(sql`
    insert into client_paper (contract_id, kind, sealed, marks, since, entered_at, entered_by)
    values (${contractId}, ${kind}, ${sealed}, ${marks}::bytea[], ${today}, ${now}, ${by})`);

interface SealedPaper extends Pick<NewPaper, 'kind'> {
  readonly contract_id: number;
  /** In hexadecimal digits, like the marks. */
  readonly sealed: string;
  readonly marks: readonly string[];
}

export const insertPapers = (
  tx: Tx,
  papers: readonly SealedPaper[],
  { today, now, by }: Pick<NewPaper, 'today' | 'now' | 'by'>,
): Promise<number> =>
  tx.run(sql`
    insert into client_paper (contract_id, kind, sealed, marks, since, entered_at, entered_by)
    select contract_id, kind, decode(sealed, 'hex'), array(select decode(mark, 'hex') from unnest(marks) mark), ${today}, ${now}, ${by}
    from jsonb_to_recordset(${JSON.stringify(papers)}::jsonb) as g (contract_id bigint, kind text, sealed text, marks text[])`);

/** Those of these contracts that have no paper that holds. */
export const contractsWithoutPaper = (tx: Tx, ids: readonly number[]): Promise<{ contract_id: number }[]> =>
  tx.rows(sql`
    select contract_id from contract c
    where contract_id = any(${ids}::bigint[])
      and not exists (select from client_paper p where p.contract_id = c.contract_id and p.ended_on is null)`);

export interface MarkedContract {
  readonly contract_id: number;
  /** Only a former paper of it has the number. */
  readonly is_former: boolean;
}

/** Contracts with one of these marks, those whose paper holds first. */
export const contractsMarked = (tx: Tx, marks: readonly Buffer[], most: number): Promise<MarkedContract[]> =>
  tx.rows(sql`
    select contract_id, bool_and(ended_on is not null) as is_former from client_paper
    where marks && ${marks}::bytea[] group by contract_id order by is_former, contract_id limit ${most}`);

/** Deletes all papers: without the key that sealed them nobody can read them. */
export const deleteAllPapers = (tx: Tx): Promise<number> => tx.run(sql`delete from client_paper`);

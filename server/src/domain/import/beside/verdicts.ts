import type { ImportTable } from '@kabinet/contract/staff';
import type { Beside } from '../arrival.ts';
import type { ImportReport } from '../import.ts';
import type { RowFault } from '../refused.ts';

interface Verdict {
  outcome: 'same' | 'taken' | 'partly' | 'refused';
  readonly leftOut: string[];
  /** Whether anything of the row is new here. */
  isMoved: boolean;
  readonly reasons: string[];
  because: Pick<RowFault, 'table' | 'line'> | null;
}

/** What became of each row of a batch. */
export class Verdicts implements Beside {
  readonly #rows = new Map<string, Verdict>();

  of({ table, line }: Pick<RowFault, 'table' | 'line'>): Verdict {
    const key = `${table} ${line}`;
    const known = this.#rows.get(key) ?? { outcome: 'same', isMoved: false, leftOut: [], reasons: [], because: null };
    this.#rows.set(key, known);
    return known;
  }

  added(table: ImportTable, lines: readonly number[]): void {
    for (const line of lines) Object.assign(this.of({ table, line }), { outcome: 'taken', isMoved: true });
  }

  leftOut(row: Pick<RowFault, 'table' | 'line'>, column: string): void {
    this.of(row).leftOut.push(column);
  }

  leftOutOf(row: Pick<RowFault, 'table' | 'line'>): readonly string[] {
    return this.of(row).leftOut;
  }

  refused(fault: RowFault, cause: RowFault | undefined): void {
    const verdict = this.of(fault);
    verdict.outcome = 'refused';
    // A row may have several wrong cells, and then it stands as its own cause.
    verdict.because ??= cause && `${cause.table} ${cause.line}` !== `${fault.table} ${fault.line}` ? cause : null;
    verdict.reasons.push(fault.reason);
  }

  /** What the import tells of rows that it has taken. */
  read({ doubtful, differing }: Pick<ImportReport, 'doubtful' | 'differing'>): void {
    for (const { columns, ...row } of differing) {
      const verdict = this.of(row);
      const kept = columns.filter((one) => one.kept !== null);
      verdict.isMoved = kept.length < columns.length;
      verdict.outcome = kept.length === 0 ? 'taken' : 'partly';
      verdict.reasons.push(...kept.map((one) => `${one.column}: ${one.kept ?? ''}`));
    }
    for (const fault of doubtful) {
      const verdict = this.of(fault);
      if (verdict.outcome === 'refused') continue;
      verdict.outcome = 'partly';
      verdict.reasons.push(fault.reason);
    }
  }
}

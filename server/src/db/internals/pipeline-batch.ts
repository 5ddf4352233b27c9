import type { Duplex } from 'node:stream';
import pg from 'pg';
import { CachedShapeResult } from './cached-shape-result.ts';
import type { Sql } from '../sql.ts';

/** The connection object that node-postgres gives to a query. */
interface Wire {
  readonly stream: Duplex;
  /** Named statements sent for parsing and not yet answered. */
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
}

/** Internals of a node-postgres query: how it is sent, and how it handles the server's replies. */
interface Statement {
  name: string;
  text: string;
  _result: CachedShapeResult;
  _results: CachedShapeResult;
  submit(wire: Wire): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}

const Statement = pg.Query as unknown as new (
  text: string,
  values?: readonly unknown[],
  callback?: Callback,
) => Statement;

type Callback = (error: Error | null, result: pg.QueryResult) => void;

/**
 * Statements sent together with one Sync at the end, so that PostgreSQL replies in one piece: a Sync after each would
 * cost a write and a read each. A failure also fails the statements after it, as in any transaction.
 */
export class PipelineBatch extends Statement {
  #statements: Statement[] = [];
  readonly #failed = new Set<Statement>();
  /** Index of the statement that is being answered. */
  #at = 0;

  constructor() {
    super('');
  }

  add({ name, text, values }: Sql, types: pg.CustomTypesConfig): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const callback: Callback = (error, result) => {
        if (error) {
          this.#failed.add(statement);
          reject(error);
        } else resolve(result);
      };
      // As an object, its settings would be cloned.
      const statement = new Statement(text, values, callback);
      statement.name = name;
      statement._result = statement._results = new CachedShapeResult(name, types);
      this.#statements.push(statement);
    });
  }

  override submit(wire: Wire): null {
    const withoutSync = Object.create(wire, { sync: { value: () => undefined } }) as Wire;
    wire.stream.cork();
    for (const statement of this.#statements) statement.submit(withoutSync);
    wire.sync();
    wire.stream.uncork();
    // A statement whose value cannot be serialised has failed already: the server does not reply to it.
    for (const { name } of this.#failed) Reflect.deleteProperty(wire.submittedNamedStatements, name);
    this.#statements = this.#statements.filter((statement) => !this.#failed.has(statement));
    this.#goTo(0);
    return null;
  }

  override handleRowDescription(message: unknown): void {
    this.#statements[this.#at]?.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.#statements[this.#at]?.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    const statement = this.#statements[this.#at];
    statement?.handleCommandComplete(message, wire);
    statement?.handleReadyForQuery(wire);
    this.#goTo(this.#at + 1);
  }

  override handleReadyForQuery(): void {
    // Each statement has already got its result.
  }

  override handleError(error: Error, wire: Wire): void {
    for (const statement of this.#statements.slice(this.#at)) {
      // The server skips statements after a failure and does not parse them.
      Reflect.deleteProperty(wire.submittedNamedStatements, statement.name);
      statement.handleError(error, wire);
    }
    this.#goTo(this.#statements.length);
  }

  /**
   * The client records a parsed statement under the name of the current query, so this query takes the name of the
   * current statement.
   */
  #goTo(index: number): void {
    this.#at = index;
    this.name = this.#statements[index]?.name ?? '';
    this.text = this.#statements[index]?.text ?? '';
  }
}

import type { Duplex } from 'node:stream';
import pg from 'pg';
import { CachedShapeResult } from './cached-shape-result.ts';
import type { Sql } from '../sql.ts';

/** What node-postgres gives a query to speak to the server with. */
interface Wire {
  readonly stream: Duplex;
  /** Named statements that are sent to be parsed and not answered for yet. */
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
}

/** A query of node-postgres from its inside: how it is sent, and what it is told of the server's answers. */
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
 * Statements that are sent together with one Sync behind them, so that PostgreSQL answers in one piece: a Sync behind each of them
 * would be a write there and a read here for each. One that fails takes those behind it along, as it does in any transaction.
 */
export class PipelineBatch extends Statement {
  #statements: Statement[] = [];
  readonly #failed = new Set<Statement>();
  /** Which of them is being answered. */
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
      // Given as an object, its settings would be cloned.
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
    // A value that cannot be written has failed its statement already: nothing is answered to that.
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
    // Each has been told already.
  }

  override handleError(error: Error, wire: Wire): void {
    for (const statement of this.#statements.slice(this.#at)) {
      // The server skips what is behind a failure: it has not parsed it.
      Reflect.deleteProperty(wire.submittedNamedStatements, statement.name);
      statement.handleError(error, wire);
    }
    this.#goTo(this.#statements.length);
  }

  /** The client keeps the name of what has been parsed by what it takes for one query: the present one. */
  #goTo(index: number): void {
    this.#at = index;
    this.name = this.#statements[index]?.name ?? '';
    this.text = this.#statements[index]?.text ?? '';
  }
}

import pg from 'pg';

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Internals of node-postgres: collects the rows of a statement. */
interface Rows {
  fields: readonly Field[];
  _parsers: unknown;
  /** The template that every row is copied from. */
  _prebuiltEmptyResultObject: unknown;
  addFields(fields: readonly Field[]): void;
}

const Rows = pg.Result as unknown as new (rowMode: null, types: pg.CustomTypesConfig) => Rows;

type Form = Pick<Rows, 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>;

/** By statement name. */
const forms = new Map<string, Form>();

/**
 * Rows of a prepared statement. PostgreSQL describes the columns on each execution, and preparing a row template for
 * them costs more than reading it, so the template is cached by statement.
 */
export class CachedShapeResult extends Rows {
  readonly #name: string;

  constructor(name: string, types: pg.CustomTypesConfig) {
    super(null, types);
    this.#name = name;
  }

  override addFields(fields: readonly Field[]): void {
    const known = forms.get(this.#name);
    if (known && areAlike(known.fields, fields)) {
      Object.assign(this, known);
      return;
    }
    super.addFields(fields);
    const { _parsers, _prebuiltEmptyResultObject } = this;
    forms.set(this.#name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/** A migration may change the columns of a statement with the same text. */
const areAlike = (known: readonly Field[], told: readonly Field[]): boolean =>
  known.length === told.length &&
  known.every(({ name, dataTypeID }, index) => name === told[index]?.name && dataTypeID === told[index].dataTypeID);

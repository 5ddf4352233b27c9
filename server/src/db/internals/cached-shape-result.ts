import pg from 'pg';

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** The rows of a statement as node-postgres gathers them, from their inside. */
interface Rows {
  fields: readonly Field[];
  _parsers: unknown;
  /** Every row begins as a copy of it. */
  _prebuiltEmptyResultObject: unknown;
  addFields(fields: readonly Field[]): void;
}

const Rows = pg.Result as unknown as new (rowMode: null, types: pg.CustomTypesConfig) => Rows;

type Form = Pick<Rows, 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>;

/** By the names of statements. */
const forms = new Map<string, Form>();

/**
 * Rows of a prepared statement: PostgreSQL tells their columns anew each time, and making a row of them costs more than
 * reading it, so that is done once for each statement.
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

/** A migration may change what a statement of the same text gives. */
const areAlike = (known: readonly Field[], told: readonly Field[]): boolean =>
  known.length === told.length &&
  known.every(({ name, dataTypeID }, index) => name === told[index]?.name && dataTypeID === told[index].dataTypeID);

/** The strings of a template literal, between its values and fragments. */
type Template = readonly string[];

/** The name and text that the same nested templates always make. */
interface Shape {
  /** Name of the prepared statement: each connection parses and plans a text once. */
  readonly name: string;
  readonly text: string;
}

/** A statement with parameters separate from its text: user input never becomes SQL. */
export class Sql {
  readonly #template: Template;
  readonly #inserts: readonly unknown[];
  #known: Shape | undefined;

  constructor(template: Template, inserts: readonly unknown[]) {
    this.#template = template;
    this.#inserts = inserts;
  }

  get text(): string {
    return this.#shape.text;
  }

  get name(): string {
    return this.#shape.name;
  }

  /** In the order of `$1`, `$2` … in the text. */
  get values(): unknown[] {
    const values: unknown[] = [];
    this.#collect(values);
    return values;
  }

  /** Building the text is the most expensive step, so it is done once per shape. */
  get #shape(): Shape {
    this.#known ??= this.#lookUp();
    return this.#known;
  }

  #lookUp(): Shape {
    const place = this.#placeFrom(shapes);
    place.shape ??= shapeOf(this.#write({ count: 0 }));
    return place.shape;
  }

  #placeFrom(start: Place): Place {
    let place = follow(start, this.#template);
    for (const insert of this.#inserts) {
      place = insert instanceof Sql ? insert.#placeFrom(place) : follow(place, VALUE);
    }
    return place;
  }

  #collect(values: unknown[]): void {
    for (const insert of this.#inserts) {
      if (insert instanceof Sql) insert.#collect(values);
      else values.push(insert);
    }
  }

  #write(parameters: { count: number }): string {
    const written = this.#inserts.map((insert, index) => {
      const inserted = insert instanceof Sql ? insert.#write(parameters) : `$${(parameters.count += 1)}`;
      return inserted + (this.#template[index + 1] ?? '');
    });
    return [this.#template[0], ...written].join('');
  }
}

/** Builds a statement; a value becomes a parameter, another `sql` fragment becomes part of the text. */
export const sql = (template: TemplateStringsArray, ...inserts: unknown[]): Sql => new Sql(template, inserts);

const VALUE = Symbol('a value in a hole');

/** A node in the tree of template sequences. A template is identified by its object: one per place in the code. */
interface Place {
  readonly next: Map<Template | typeof VALUE, Place>;
  shape?: Shape;
}

const shapes: Place = { next: new Map() };

function follow({ next }: Place, step: Template | typeof VALUE): Place {
  let place = next.get(step);
  if (!place) {
    place = { next: new Map() };
    next.set(step, place);
  }
  return place;
}

const names = new Map<string, string>();

function shapeOf(written: string): Shape {
  const text = compact(written);
  const name = names.get(text) ?? `k${names.size}`;
  names.set(text, name);
  return { name, text };
}

/** PostgreSQL copies the text on each execution, so comments and extra spaces are removed. */
const compact = (text: string): string =>
  text.replace(/('[^']*'|"[^"]*")|(?:--.*|\s)+/g, (_, quoted: string | undefined) => quoted ?? ' ').trim();

/** A statement with its parameters apart from its text: nothing typed by a person ever becomes SQL. */
export class Sql {
  readonly text: string;
  readonly values: readonly unknown[];

  constructor(text: string, values: readonly unknown[]) {
    this.text = text;
    this.values = values;
  }
}

/** Writes a statement; a value becomes a parameter, another `sql` fragment becomes part of the text. */
export function sql(strings: TemplateStringsArray, ...inserts: unknown[]): Sql {
  const values: unknown[] = [];
  let text = strings[0] ?? '';
  for (const [index, insert] of inserts.entries()) {
    if (insert instanceof Sql) {
      text += insert.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + values.length}`);
      values.push(...insert.values);
    } else {
      values.push(insert);
      text += `$${values.length}`;
    }
    text += strings[index + 1] ?? '';
  }
  return new Sql(text, values);
}

const names = new Map<string, string>();

/** A name for the server's prepared statement: the same text is planned once a connection. */
export function statementName(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = `k${names.size}`;
    names.set(text, name);
  }
  return name;
}

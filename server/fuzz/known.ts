/** Most values that are kept of one name. */
const MOST_VALUES = 60;

/** Names under which one thing goes in what is sent and in what is told. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  id: ['user_id'],
  cursor: ['next'],
  consent: ['version'],
  from: ['day'],
  until: ['day'],
  ceiling: ['amount'],
  account: ['account_no'],
  q: ['text', 'number'],
};

/** Where nothing that the portal tells would do. */
const GIVEN: Readonly<Record<string, readonly unknown[]>> = {
  login: ['100001', '100002', '100003', '100004', '100005'],
  password: ['demo-kabinet', 'demo-service'],
  old: ['demo-kabinet'],
  product: ['internet'],
};

type Scalar = string | number;

/** Values of the living portal by the names of their fields: ids, days, versions, cursors that a request may name. */
export class Known {
  readonly #values = new Map<string, Scalar[]>();
  /** What others know, too. */
  readonly others: Known | undefined;

  constructor(others?: Known) {
    this.others = others;
  }

  of(name: string): readonly unknown[] {
    const names = [name, ...(ALSO[name] ?? [])];
    return [...(GIVEN[name] ?? []), ...names.flatMap((one) => this.#values.get(one) ?? [])];
  }

  /** Remembers every number and text of an answer. */
  learn(told: unknown, name = ''): void {
    this.others?.learn(told, name);
    this.#take(told, name);
  }

  #take(told: unknown, name: string): void {
    if (typeof told === 'number' || typeof told === 'string') this.#keep(name, told);
    if (typeof told !== 'object' || told === null) return;
    for (const [field, value] of Object.entries(told)) this.#take(value, Array.isArray(told) ? name : field);
  }

  #keep(name: string, value: Scalar): void {
    const kept = this.#values.get(name) ?? [];
    if (kept.length < MOST_VALUES && !kept.includes(value)) kept.push(value);
    this.#values.set(name, kept);
  }
}

/** Maximum values kept per name. */
const MOST_VALUES = 60;

/** Names of the same thing in requests and in replies. */
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

/** For fields that no reply of the portal fills. */
const GIVEN: Readonly<Record<string, readonly unknown[]>> = {
  login: ['100001', '100002', '100003', '100004', '100005'],
  password: ['demo-kabinet', 'demo-service'],
  old: ['demo-kabinet'],
  product: ['internet'],
};

type Scalar = string | number;

/** Values from the portal's replies by field name: ids, days, versions, cursors for later requests. */
export class SeenValues {
  readonly #values = new Map<string, Scalar[]>();
  /** Values shared with other contracts; they learn everything that this one learns. */
  readonly others: SeenValues | undefined;

  constructor(others?: SeenValues) {
    this.others = others;
  }

  of(name: string): readonly unknown[] {
    const names = [name, ...(ALSO[name] ?? [])];
    return [...(GIVEN[name] ?? []), ...names.flatMap((one) => this.#values.get(one) ?? [])];
  }

  /** Remembers every number and text of a reply. */
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

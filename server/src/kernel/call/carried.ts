/**
 * A value on its way to whoever uses it. A request that has waited for its turn is old to the collector of garbage, and so are the promises on
 * that way: each keeps what it was resolved with until the whole heap is collected. They keep this, which is empty once the value is taken
 * (decision 0300).
 */
export class Carried<T> {
  #value: T | undefined;

  constructor(value: T) {
    this.#value = value;
  }

  /** The value; once. */
  take(): T {
    const value = this.#value as T;
    this.#value = undefined;
    return value;
  }
}

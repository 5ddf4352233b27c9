import { allCalls } from '@kabinet/contract';
import type { Call, Wire } from '#web/api/contract.ts';

type NamesOfNulls<T> = { [Name in keyof T]-?: null extends T[Name] ? Name : never }[keyof T];

/** What a test must give of a reply: every field that is never null. */
type Given<T> = Omit<T, NamesOfNulls<T>> & Partial<T>;

interface Field {
  isNullable(): boolean;
}

/** The reply of a call; a field that may be null, and is not given, is null. */
export function replyOf<C extends Call>({ method, path }: C, given: Given<Wire<C>>): Wire<C> {
  // In the browser, and so in its tests, a call has no schemas.
  const described = allCalls.find((one) => one.method === method && one.path === path);
  const { shape } = described?.result as unknown as { readonly shape: Readonly<Record<string, Field>> };
  const nulls = Object.entries(shape).flatMap(([name, field]) => (field.isNullable() ? [[name, null]] : []));
  return { ...Object.fromEntries(nulls), ...given } as Wire<C>;
}

import type { Call } from '@kabinet/contract/kernel/call';
import type { Handler } from '#kernel/world.ts';

/** Handlers of a group whose calls all run in the given transaction. */
export type PlainHandlers<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends Call ? Handler<Group[Name]> : never;
};

import type { Call } from '@kabinet/contract/kernel/call/call';
import type { Handler, OpenHandler } from '#server/kernel/world.ts';

/** Handlers of a group whose calls run in the given transaction, except those named as open. */
export type PlainHandlers<Group, Open extends keyof Group = never> = {
  readonly [Name in keyof Group]: Group[Name] extends Call
    ? Name extends Open
      ? OpenHandler<Group[Name]>
      : Handler<Group[Name]>
    : never;
};

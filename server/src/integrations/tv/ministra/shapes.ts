import { z } from 'zod';

// REST API v1 by its documentation. Every reply is 200 or 401; whether it is a success is in `status`.

/** PHP writes numbers as texts now and then. */
const Text = z.union([z.string(), z.number()]).transform(String);
const Flag = z.union([z.string(), z.number()]).transform((value) => String(value) === '1');

export const MinistraReply = z.object({
  status: z.enum(['OK', 'ERROR']),
  results: z.unknown(),
  error: z.string().optional(),
});

export const MinistraAccount = z.object({
  login: Text,
  account_number: Text,
  status: Flag,
  tariff_plan: Text.nullish(),
  stb_mac: z.string().nullish(),
  subscribed: z.array(Text).default([]),
});
export type MinistraAccount = z.output<typeof MinistraAccount>;
export const Accounts = z.array(MinistraAccount);

export const Boxes = z.array(
  z.object({
    mac: z.string(),
    online: Flag.default(false),
    stb_type: z.string().nullish(),
    version: z.string().nullish(),
    stb_sn: z.string().nullish(),
    last_active: z.string().nullish(),
  }),
);
export type MinistraBox = z.output<typeof Boxes>[number];

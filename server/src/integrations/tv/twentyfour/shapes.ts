import { z } from 'zod';

// The platform's JSON by its documentation. Ids are numbers or texts there; here they are texts.

const Id = z.union([z.int(), z.string()]).transform(String);

export const TwentyFourUser = z.object({
  id: Id,
  username: z.string(),
  provider_uid: Id.nullish(),
  is_active: z.boolean().default(true),
});
export type TwentyFourUser = z.output<typeof TwentyFourUser>;
export const Users = z.array(TwentyFourUser);

export const TwentyFourSubscription = z.object({
  id: Id,
  packet: z.object({ id: Id, is_base: z.boolean().default(false) }),
});
export type TwentyFourSubscription = z.output<typeof TwentyFourSubscription>;
export const TwentyFourSubscriptions = z.array(TwentyFourSubscription);

export const Devices = z.array(
  z.object({
    id: Id,
    device_type: z.string().nullish(),
    vendor: z.string().nullish(),
    model: z.string().nullish(),
    serial: z.string().nullish(),
    login_at: z.iso.datetime({ offset: true }).nullish(),
    is_online: z.boolean().nullish(),
  }),
);
export type TwentyFourDevice = z.output<typeof Devices>[number];

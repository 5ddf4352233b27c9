import type { Provider } from '#server/kernel/provider.ts';

/** The moment and the zone of a call, in the form of the domain. */
export const atOf = ({ now, provider }: { readonly now: Date; readonly provider: Provider }) => ({
  now,
  zone: provider.time_zone,
});

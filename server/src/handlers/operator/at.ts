import type { Provider } from '#kernel/provider.ts';

/** The moment of a call in the provider's zone, as the domain asks for it. */
export const atOf = ({ now, provider }: { readonly now: Date; readonly provider: Provider }) => ({
  now,
  zone: provider.time_zone,
});

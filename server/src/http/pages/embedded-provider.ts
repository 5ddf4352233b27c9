import type { Outside } from '#server/integrations/port.ts';
import type { Provider } from '#server/kernel/provider.ts';

/** What the browser gets about the provider: name, look and contacts, no settings. */
export const publicPart = (provider: Provider, reaches?: Outside['reaches']) => ({
  name: provider.name,
  product: provider.product,
  time_zone: provider.time_zone,
  accent_hue: provider.accent_hue,
  accent_chroma: provider.accent_chroma,
  site: provider.site,
  support_phones: provider.support_phones,
  support_hours: provider.support_hours,
  documents: provider.documents,
  has_mail: provider.mail.servers !== undefined,
  // Usual, and therefore not said: both.
  ...(reaches && Object.values(reaches).includes(false) && { codes: reaches }),
});

/** The same inside a page, where its scripts find it without a request. */
export const embeddedProvider = (told: object): string =>
  `<script type="application/json" id="provider">${JSON.stringify(told).replaceAll('<', '\\u003c')}</script>`;

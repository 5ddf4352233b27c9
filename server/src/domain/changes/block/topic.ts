import type { ServiceRef } from '#server/integrations/network/port.ts';

/** A service, or a phone number, that the provider has closed. */
export const blockTopic = (service: ServiceRef): string =>
  `block:${'userId' in service ? service.userId : service.phoneNumber}`;

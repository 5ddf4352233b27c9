import { OWN_SIGNATURE_HEADER, ownSignatureOf } from '../own-signature.ts';

/** `t=…,v1=…`, and a second `v1` by a second secret. */
export const webhookHeaders = (
  secrets: readonly string[],
  body: string,
  now: Date,
): Readonly<Record<string, string>> => ({
  [OWN_SIGNATURE_HEADER]: secrets
    .map((secret, at) => {
      const whole = ownSignatureOf(secret, body, now);
      return at === 0 ? whole : whole.slice(whole.indexOf(',') + 1);
    })
    .join(','),
});

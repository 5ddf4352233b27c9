import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Vault } from './port.ts';
import { openedForRadius, radiusKeyOf, sealedForRadius } from './radius-seal.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with one key of 32 bytes, 64 hexadecimal digits; output: initialization vector, tag, text. */
export function keyVault(hexKey: string): Vault {
  const key = Buffer.from(hexKey, 'hex');
  if (key.length !== 32) throw new Error('The key of service passwords must be 64 hexadecimal digits');
  const derived = (use: string): Buffer => createHmac('sha256', key).update(use).digest();
  const keyOfMarks = derived('kabinet marks');
  const radiusKey = radiusKeyOf(hexKey);
  return {
    fingerprint: derived('kabinet service passwords'),
    markOf: (text) => createHmac('sha256', keyOfMarks).update(text, 'utf8').digest(),
    radiusKey,
    sealForRadius: (secret, owner) => sealedForRadius(radiusKey, owner, secret),
    openForRadius: (sealed, owner) => openedForRadius(radiusKey, owner, sealed),
    seal(secret, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]);
    },
    open(sealed, owner) {
      const [iv, rest] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES)];
      const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
      decipher.setAuthTag(rest.subarray(0, TAG_BYTES));
      return decipher.update(rest.subarray(TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

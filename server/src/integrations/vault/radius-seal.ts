import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** The key by which FreeRADIUS opens its copies. It opens nothing else: the passwords of the portal have the key that it is made of. */
export const radiusKeyOf = (serviceKey: string): Buffer =>
  createHmac('sha256', Buffer.from(serviceKey, 'hex')).update('kabinet radius').digest();

/**
 * Seals a secret as the functions of the schema `radius` open it: 16 bytes of initialization vector, then AES-256-CBC of the owner and
 * the secret. The owner is inside, because pgcrypto has no cipher that would notice a wrong key or a row copied to another service.
 */
export function sealedForRadius(key: Buffer, owner: string, secret: string): Buffer {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return Buffer.concat([iv, cipher.update(`${owner}\n${secret}`, 'utf8'), cipher.final()]);
}

/** Throws if it was sealed by another key or for another owner. */
export function openedForRadius(key: Buffer, owner: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-cbc', key, sealed.subarray(0, 16));
  const content = decipher.update(sealed.subarray(16), undefined, 'utf8') + decipher.final('utf8');
  if (!content.startsWith(`${owner}\n`)) throw new Error(`the key of RADIUS does not open the secret of ${owner}`);
  return content.slice(owner.length + 1);
}

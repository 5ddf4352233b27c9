import { readFile } from 'node:fs/promises';
import { AMOUNT_PATTERN, kopecks, parseRubles, type Kopecks } from '@kabinet/contract/kernel/money';
import { z } from 'zod';

const Roubles = z
  .string()
  .regex(AMOUNT_PATTERN)
  .transform((text): Kopecks => parseRubles(text) ?? kopecks(0));
const Contact = z.strictObject({ label: z.string(), phone: z.string().regex(/^7\d{10}$/) });

/** What an operator sets about himself: a JSON file, `KABINET_PROVIDER`. */
const ProviderFile = z.strictObject({
  name: z.string(),
  /** Latin word of the product in addresses: `/lk/{product}-online`, `notice/{product}-info`. */
  product: z.string().regex(/^[a-z][a-z0-9]*$/),
  /** IANA name; billing days are days of this zone. */
  time_zone: z.string(),
  /** Hue 0–360 and chroma 0–0.16 of the accent colour (design tokens). */
  accent_hue: z.number().min(0).max(360),
  accent_chroma: z.number().min(0).max(0.16),
  site: z.url(),
  support_email: z.email(),
  support_phones: z.array(Contact).min(1),
  support_hours: z.string(),
  office: z.strictObject({ address: z.string(), hours: z.string() }),
  documents: z.array(z.strictObject({ title: z.string(), url: z.url() })),
  payment: z.strictObject({ smallest: Roubles, largest: Roubles }),
});

export type Provider = z.output<typeof ProviderFile>;

/** Reads the operator's settings; a wrong one is named in the error. */
export async function readProvider(path: string | URL): Promise<Provider> {
  const parsed = ProviderFile.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new Error(`The provider's settings are wrong: ${z.prettifyError(parsed.error)}`);
}

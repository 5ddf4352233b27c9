import type { Acquirer } from './port.ts';
import { raiffeisen, USUAL_RAIFFEISEN_URL as RAIFFEISEN_URL } from './raiffeisen/raiffeisen.ts';
import type { AcquirerSettings, AdapterOptions } from './settings.ts';
import { tbank, USUAL_TBANK_URL as TBANK_URL } from './tbank/tbank.ts';
import { yookassa, USUAL_YOOKASSA_URL as YOOKASSA_URL } from './yookassa/yookassa.ts';

const ADAPTERS = { raiffeisen, yookassa, tbank } as const;
const URLS = { raiffeisen: RAIFFEISEN_URL, yookassa: YOOKASSA_URL, tbank: TBANK_URL } as const;

/** The adapter of the bank that the settings name. */
export const realAcquirer = (options: AdapterOptions): Acquirer => ADAPTERS[options.bank](options);

/** Where that bank is asked. */
export const bankUrl = ({ bank, url }: AcquirerSettings): string => url ?? URLS[bank];

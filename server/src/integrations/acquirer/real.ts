import type { Acquirer } from './port.ts';
import { raiffeisen } from './raiffeisen/raiffeisen.ts';
import type { AdapterOptions } from './settings.ts';
import { tbank } from './tbank/tbank.ts';
import { yookassa } from './yookassa/yookassa.ts';

const ADAPTERS = { raiffeisen, yookassa, tbank } as const;

/** The adapter of the bank that the settings name. */
export const realAcquirer = (options: AdapterOptions): Acquirer => ADAPTERS[options.bank](options);

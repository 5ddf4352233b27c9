import { testPortal, type TestPortal } from '../portal/portal.ts';
import type { EmulatedBank } from './bank.ts';
import { emulateRaiffeisen } from './raiffeisen.ts';
import { breakSandbox, emulateSandbox } from './sandbox.ts';
import { emulateTbank } from './tbank.ts';
import { emulateYookassa } from './yookassa.ts';

const REAL = { raiffeisen: emulateRaiffeisen, yookassa: emulateYookassa, tbank: emulateTbank } as const;

export type BankName = 'sandbox' | keyof typeof REAL;
export const EMULATED_BANKS: readonly BankName[] = ['sandbox', 'raiffeisen', 'yookassa', 'tbank'];

/** A portal without clients that accepts payments through that bank. */
export async function portalWithBank(name: BankName): Promise<{ portal: TestPortal; bank: EmulatedBank }> {
  if (name !== 'sandbox') {
    const bank = await REAL[name]();
    return { bank, portal: await testPortal({ template: 'empty', ...(bank.settings && { acquirer: bank.settings }) }) };
  }
  const portal = await testPortal({ template: 'empty' });
  const bank = emulateSandbox(() => portal);
  breakSandbox(portal, bank);
  return { bank, portal };
}

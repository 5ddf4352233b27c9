import type { Locator, Page } from 'playwright-core';
import type { Visit } from './browser.ts';

/** The code of a payment by SBP. */
export const codeOn = ({ page }: Visit): Locator => page.getByRole('img', { name: /^QR-код для оплаты/ });
/** The state in the heading of the payment card. */
export const stateOn = ({ page }: Visit): Promise<string> =>
  page.getByRole('region', { name: 'Оплата по СБП' }).getByRole('status').first().innerText();

/** Opens the sandbox bank in a second tab by the link below the code, and presses one of its buttons. */
export async function atTheBank({ page, context }: Visit, button: RegExp): Promise<Page> {
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Оплатить с этого устройства' }).click();
  const bank = await opened;
  await bank.getByRole('button', { name: button }).click();
  await bank.getByRole('status').waitFor();
  return bank;
}

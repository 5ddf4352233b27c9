import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { overflow, settled, violations } from './browser.ts';

/** A folder for pictures to look at; none are taken without it. */
const FOLDER = process.env['PICTURES'];

/** The screen is stable and no wider than the window. */
export async function fits(page: Page, name: string): Promise<void> {
  await settled(page);
  if (FOLDER !== undefined) await page.screenshot({ path: `${FOLDER}/${name}.png`, fullPage: true });
  expect(await overflow(page), name).toBe(0);
}

/** Also searches for faults of accessibility, which takes a second: once for each kind of screen. */
export async function sound(page: Page, name: string): Promise<void> {
  await fits(page, name);
  expect(await violations(page), name).toEqual([]);
}

/** The title of the home of 100001. Her services work on each day; in the last days of a month home asks for the price of the month's calls. */
export const HOME_OF_MARIA = /Мария Сергеевна, (всё работает|пора пополнить телефон)/;

import type { Locator, Page } from 'playwright-core';

/** Counts the touches of a page from now on. */
async function countTaps(page: Page): Promise<{ readonly taps: () => Promise<number> }> {
  await page.evaluate(() => {
    const seen = window as { taps?: number };
    const isCounting = seen.taps !== undefined;
    seen.taps = 0;
    if (isCounting) return;
    const count = ({ pointerType }: PointerEvent): void => {
      if (pointerType === 'touch') seen.taps = (seen.taps ?? 0) + 1;
    };
    window.addEventListener('pointerdown', count, { capture: true });
  });
  return { taps: () => page.evaluate(() => (window as { taps?: number }).taps ?? Number.NaN) };
}

/** How many taps lead from the screen that is open to an answer: each place is tapped as it comes. */
export async function tapsTo(page: Page, places: readonly Locator[], answer: Locator): Promise<number> {
  const { taps } = await countTaps(page);
  for (const place of places) await place.tap();
  await answer.waitFor();
  return taps();
}

interface Node {
  readonly role?: { readonly value?: string };
  readonly name?: { readonly value?: string };
  readonly ignored: boolean;
}

/** Names of the browser's own for roles that ARIA names otherwise; which it uses depends on its version. */
const ROLES: Readonly<Record<string, string>> = { img: 'image' };
const roleOf = ({ role }: Node): string => ROLES[role?.value ?? ''] ?? role?.value ?? '';

/** What a screen reader meets: `dialog Вход закрыт`, in order. */
export async function heard(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly Node[] };
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map((node) => `${roleOf(node)} ${node.name?.value ?? ''}`.replace(/\s+/g, ' ').trim());
}

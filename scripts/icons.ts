// Draws the icons of the installed cabinet from `web/public/icon.svg`, in Chromium: `npm run icons`.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { installedChromium } from './lib/chromium.mjs';
import { root } from './lib/command.mjs';

const PUBLIC = join(root, 'web', 'public');

interface Icon {
  name: string;
  /** Pixels. */
  size: number;
  /** The square is full, for systems that cut a shape of their own out of it; the drawing stays within the middle 80 %. */
  full?: boolean;
}

const ICONS: readonly Icon[] = [
  { name: 'any-192', size: 192 },
  { name: 'any-512', size: 512 },
  { name: 'maskable-192', size: 192, full: true },
  { name: 'maskable-512', size: 512, full: true },
  { name: 'apple-180', size: 180, full: true },
];

const executablePath = installedChromium();
if (executablePath === undefined) throw new Error('No Chromium: install it or set CHROMIUM_PATH');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const svg = await readFile(join(PUBLIC, 'icon.svg'), 'utf8');
await mkdir(join(PUBLIC, 'icons'), { recursive: true });
for (const { name, size, full = false } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const drawing = full ? svg.replace('rx="10"', '') : svg;
  await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawing}`);
  await page.screenshot({ path: join(PUBLIC, 'icons', `${name}.png`), omitBackground: true });
  await page.close();
}
await browser.close();

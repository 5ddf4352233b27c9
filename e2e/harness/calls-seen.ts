import { appendFileSync, mkdirSync } from 'node:fs';
import type { BrowserContext, Response } from 'playwright-core';
import { SEEN_FILE, SEEN_FOLDER } from '../../scripts/lib/calls-seen.ts';

const API = '/api/v2/';
const BATCH = 'default/index';
const noted = new Set<string>();

/** One line for each call that a browser has seen succeed; `npm run calls` makes the page of them. */
function note(method: string, path: string): void {
  const line = `${method} /v2/${path}`;
  if (noted.has(line)) return;
  noted.add(line);
  mkdirSync(SEEN_FOLDER, { recursive: true });
  appendFileSync(SEEN_FILE, `${new Date().toISOString().slice(0, 10)} ${line}\n`);
}

async function noteResponse(response: Response): Promise<void> {
  const { pathname } = new URL(response.url());
  if (!response.ok() || !pathname.startsWith(API)) return;
  const path = pathname.slice(API.length);
  note(response.request().method(), path);
  if (path !== BATCH) return;
  // The parts of a batch are calls, too; it has no part that was refused.
  const parts = (await response.json()) as object;
  for (const part of Object.keys(parts)) note('GET', part.split('?')[0] ?? part);
}

/** Notes the calls that succeed in the windows of this context. A page may be gone before its answer is read. */
export function noteCalls(context: BrowserContext): void {
  context.on('response', (response) => void noteResponse(response).catch(() => undefined));
}

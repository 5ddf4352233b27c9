import type { BrowserContext, Page } from 'playwright-core';

/** Runs in the page: notes when the stream of events first says that something has changed, or may have, before the page itself hears it. */
function noteFirstChange(): void {
  const ask = window.fetch.bind(window);
  const noting = (): TransformStream<Uint8Array, Uint8Array> => {
    const decoder = new TextDecoder();
    let text = '';
    return new TransformStream({
      transform(chunk, passed) {
        text += decoder.decode(chunk, { stream: true });
        if (!('changedAt' in window) && /^event: (?:outdated|gap)$/m.test(text)) {
          Object.assign(window, { changedAt: performance.now() });
        }
        passed.enqueue(chunk);
      },
    });
  };
  window.fetch = async (input, init) => {
    const reply = await ask(input, init);
    if (!new URL(reply.url).pathname.endsWith('/event/stream') || !reply.body) return reply;
    return new Response(reply.body.pipeThrough(noting()), reply);
  };
}

/** Lets pages of this context tell the calls of their load from those that an event caused (`callsAfterChange`). */
export const noteChanges = (context: BrowserContext): Promise<unknown> => context.addInitScript(noteFirstChange);

/** The paths of the calls that the page began after it had heard of its first change. Another process of the demo may make one at any time. */
export const callsAfterChange = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { changedAt = Infinity } = window as { changedAt?: number };
    return performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime >= changedAt)
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/api/'));
  });

/** Milliseconds after which a page loads what it may need later: `AFTER_MS` of `sheets.tsx`. A busy machine may see it before it looks. */
const AT_LEISURE_MS = 6000;

/** The paths of the files that the page loaded at leisure. */
export const filesAtLeisure = (page: Page): Promise<string[]> =>
  page.evaluate(
    (after) =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime >= after)
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.includes('/assets/')),
    AT_LEISURE_MS,
  );

/** The requests without one for each of these paths, the last first. */
export function without(requests: readonly string[], paths: readonly string[]): string[] {
  const left = [...requests];
  for (const path of paths) {
    const at = left.findLastIndex((request) => request.endsWith(` ${path}`));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

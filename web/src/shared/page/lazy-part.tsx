import { lazy, type ComponentType, type ReactNode } from 'react';
import { wait } from '#web/lib/clock/clock.ts';
import { ErrorBlock } from '#web/ui/card/callout.tsx';

/** Shown instead of a part whose file failed to load. */
export const Lost = () => (
  <ErrorBlock alone title="Не удалось загрузить эту часть страницы." onRetry={() => window.location.reload()} />
);

/** A part that is loaded when it first renders. If its file fails to load, `lost` takes its place, and the rest of the page works. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  lost: () => ReactNode = Lost,
) => lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => lost) }));

/** For a part that is not essential. */
export const Nothing = (): ReactNode => null;

const AGAIN_MS = 20_000;

/** Retries a file until it loads: for a part that shows messages and has no place for its own load error. */
export async function insisting<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    const file = await load().catch(() => undefined);
    if (file !== undefined) return file;
    await wait(AGAIN_MS);
  }
}

import { lazy, type ComponentType, type ReactNode } from 'react';
import { wait } from '#lib/clock.ts';
import { ErrorBlock } from '#ui/callout.tsx';

/** In place of a part whose file did not come. */
const Lost = () => (
  <ErrorBlock title="Не удалось загрузить эту часть страницы." onRetry={() => window.location.reload()} />
);

/** A part that is loaded when it is first drawn. One that does not come takes nothing else with it: `lost` stands in its place. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  lost: () => ReactNode = Lost,
) => lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => lost) }));

/** For a part that nobody would miss. */
export const Nothing = (): ReactNode => null;

const AGAIN_MS = 20_000;

/** Loads a file until it comes: for a part without which nothing would be said, and which has no place to say that it is lost. */
export async function insisting<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    const file = await load().catch(() => undefined);
    if (file !== undefined) return file;
    await wait(AGAIN_MS);
  }
}

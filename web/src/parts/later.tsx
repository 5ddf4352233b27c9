import { lazy, type ComponentType, type ReactNode } from 'react';
import { ErrorBlock } from '#ui/callout.tsx';

/** In place of a part whose file did not come. */
const Lost = () => <ErrorBlock title="Не загрузилось." onRetry={() => window.location.reload()} />;

/** A part that is loaded when it is first drawn. One that does not come takes nothing else with it: `lost` stands in its place. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>, lost: () => ReactNode = Lost) =>
  lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => lost) }));

/** For a part that nobody would miss. */
export const Nothing = (): ReactNode => null;

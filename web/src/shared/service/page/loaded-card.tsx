import type { ComponentProps, ReactNode } from 'react';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Card } from '#web/ui/card/card.tsx';

interface LoadedCardProps<T> extends ComponentProps<typeof Loaded<T>> {
  title: string;
}

/** A card that keeps its title and its place while it loads and after it has failed. What is loaded brings cards of its own. */
export const LoadedCard = <T,>({ title, ...loaded }: LoadedCardProps<T>): ReactNode =>
  loaded.answer.data === undefined ? (
    <Card title={title}>
      <Loaded {...loaded} />
    </Card>
  ) : (
    loaded.children(loaded.answer.data)
  );

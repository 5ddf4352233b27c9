import type { ReactNode } from 'react';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';

interface LoadMoreProps {
  pages: { hasMore: boolean; isLoadingMore: boolean; moreFailed: boolean; more: () => void };
  children?: ReactNode;
}

/** Below a list of pages: «Показать ещё» while there is more. */
export function LoadMore({
  pages: { hasMore, isLoadingMore, moreFailed, more },
  children = 'Показать ещё',
}: LoadMoreProps) {
  if (!hasMore) return null;
  return (
    <>
      {moreFailed && (
        <Callout tone="bad" role="alert" title="Не удалось загрузить продолжение.">
          То, что выше, на месте. Проверьте связь и нажмите ещё раз.
        </Callout>
      )}
      <ButtonRow>
        <Button look="soft" size="sm" busy={isLoadingMore} onClick={more}>
          {children}
        </Button>
      </ButtonRow>
    </>
  );
}

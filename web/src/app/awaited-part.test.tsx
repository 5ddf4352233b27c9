import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { startTransition, Suspense, useSyncExternalStore } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { partsOf } from '#web/features/home/awaited-part.tsx';
import { come, loadRenderedParts } from '#web/shared/page/rendered-part.tsx';

const Balance = ({ sum }: { sum: number }) => <p>На счёте {sum} ₽</p>;

/** A file takes longer than the page needs to be taken over. */
const slowly = async () => {
  await new Promise((done) => setTimeout(done, 300));
  return { Balance };
};

it('keeps what came with the page when newer data arrive before the page is taken over', async () => {
  const LaterBalance = partsOf('test', slowly)('Balance', <p>Загружаем</p>);
  let sum = 5;
  const heard = new Set<() => void>();
  const listen = (hear: () => void) => {
    heard.add(hear);
    return () => heard.delete(hear);
  };
  const Page = () => (
    <LaterBalance
      sum={useSyncExternalStore(
        listen,
        () => sum,
        () => sum,
      )}
    />
  );
  come.add('test');
  await loadRenderedParts();
  const root = document.createElement('main');
  // As the server renders it, which waits for the file.
  root.innerHTML = renderToString(
    <Suspense>
      <Balance sum={5} />
    </Suspense>,
  );

  const shown = new Set<string>();
  new MutationObserver(() => shown.add(root.textContent)).observe(root, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  startTransition(() => void hydrateRoot(root, <Page />));
  await expect.poll(() => heard.size).toBe(1);
  sum = 105;
  flushSync(() => {
    for (const hear of heard) hear();
  });
  await expect.poll(() => root.textContent).toBe('На счёте 105 ₽');
  expect([...shown]).toEqual(['На счёте 105 ₽']);
});

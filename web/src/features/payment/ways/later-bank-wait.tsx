import { Suspense, type ComponentProps } from 'react';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import type { BankWait } from './bank-wait.tsx';

/** The file is asked for as soon as there is a code, so that it is here when the subscriber comes back from the bank. */
export const loadBankWait = () => import('./bank-wait.tsx');

const Wait = lazyPart(async () => (await loadBankWait()).BankWait);

export const LaterBankWait = (props: ComponentProps<typeof BankWait>) => (
  <Suspense fallback={<Skeleton height="17rem" round="md" />}>
    <Wait {...props} />
  </Suspense>
);

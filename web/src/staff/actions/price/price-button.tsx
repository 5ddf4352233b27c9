import { lazy, Suspense, useState } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { useMay } from '../../api/me.ts';
import type { PriceOf } from './price-dialog.tsx';

const PriceDialog = lazy(async () => ({ default: (await import('./price-dialog.tsx')).PriceDialog }));

interface PriceButtonProps {
  contractId: number;
  /** Of the service or the number. */
  name: string;
  of: PriceOf;
  today: string;
}

/** A discount or a price of its own: given by whoever may, asked for by others who change what subscribers have. */
export function PriceButton({ contractId, name, of, today }: PriceButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const mayGive = useMay('service price');
  const mayAsk = useMay('plan change');
  if (!mayGive && !mayAsk) return null;
  return (
    <>
      <Button look="plain" size="sm" aria-label={`Скидка: ${name}`} onClick={() => setOpen(true)}>
        Скидка
      </Button>
      {isOpen && (
        <Suspense>
          <PriceDialog {...{ contractId, name, of, today }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

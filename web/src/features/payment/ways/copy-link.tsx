import { rubles } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { saySuccess, sayError } from '#web/ui/toast/toast-store.ts';

/** Copies the bank's link, for another phone or person. */
export function CopyLink({ payload, amount }: { payload: string; amount: string }) {
  const copy = (): void =>
    void navigator.clipboard.writeText(payload).then(
      () => saySuccess('Ссылка скопирована', `По ней можно заплатить ${rubles(amount)} с любого телефона`),
      () => sayError(undefined, 'Браузер не дал скопировать. Откройте ссылку и скопируйте её из адресной строки'),
    );
  return (
    <Button look="plain" icon="copy" onClick={copy}>
      Скопировать ссылку
    </Button>
  );
}

import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import jsqr from 'jsqr';
import { encode } from 'uqr';
import { expect, it, vi } from 'vitest';
import { renderAt } from '../../../test/render.tsx';
import { TransferCard } from './transfer-card.tsx';

const TRANSFER = {
  name: 'ООО «Волга Телеком»',
  inn: '6321000003',
  kpp: '632101001',
  account: '40702810700000000001',
  bank: 'Учебный банк',
  bic: '043699998',
  corr_account: '30101810000000000998',
  purpose: 'Оплата услуг связи, лицевой счёт 100001-1',
  qr: 'ST00012|Name=ООО «Волга Телеком»|Sum=62900',
};

it('shows the code and lets the client copy each detail', async () => {
  const copied: string[] = [];
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void copied.push(text)));
  renderAt('/payment/i', <TransferCard transfer={TRANSFER} note="За 1–3 рабочих дня" amount="629.00" />);
  await user.click(screen.getByText('QR-код и реквизиты'));
  expect(screen.getByRole('img', { name: 'Код с реквизитами для перевода' })).toBeVisible();
  expect(screen.getByText(/В коде\s629\s₽/)).toBeVisible();
  for (const name of ['Получатель', 'БИК', 'Назначение']) {
    await user.click(screen.getByRole('button', { name: `Скопировать: ${name}` }));
  }
  expect(copied).toEqual([TRANSFER.name, TRANSFER.bic, TRANSFER.purpose]);
});

/** A CommonJS module: the test runner wraps its default export once more. */
const read = (jsqr as unknown as { default: typeof jsqr }).default;

/** The bytes decoded from the picture of a code. */
function bytesOn(text: string): Uint8Array {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const scale = 4;
  const side = size * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const at = (y * side + x) * 4;
      if (data[Math.floor(y / scale)]?.[Math.floor(x / scale)]) pixels.fill(0, at, at + 3);
    }
  }
  return Uint8Array.from(read(pixels, side, side)?.binaryData ?? []);
}

it('decodes the code to exactly the bytes of the details, including Cyrillic', () => {
  const text = `ST00012|Name=${TRANSFER.name}|BankName=${TRANSFER.bank}|Purpose=${TRANSFER.purpose}`;
  expect([...bytesOn(text)]).toEqual([...new TextEncoder().encode(text)]);
});

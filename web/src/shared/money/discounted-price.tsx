import { rubles } from '#web/lib/text/format.ts';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { priceText } from './price.texts.ts';
import type { ShownDiscount } from './discount.texts.ts';

interface DiscountedPriceProps {
  price: string;
  unit: 'month' | 'day';
  discount: ShownDiscount;
}

/** What is paid, and the usual price struck through, which a screen reader tells in words. */
export const DiscountedPrice = ({ price, unit, discount }: DiscountedPriceProps) => (
  <>
    {priceText({ price, unit })} <FullPrice of={discount} />
  </>
);

export const FullPrice = ({ of }: { of: ShownDiscount }) => (
  <del>
    <VisuallyHidden> Обычная цена </VisuallyHidden>
    {rubles(of.full_price)}
  </del>
);

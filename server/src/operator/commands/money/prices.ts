import type { OperatorContract } from '@kabinet/contract/staff';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { priceText } from '#server/domain/changes/price/price.texts.ts';
import { dayText, plural, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import type { Day } from '@kabinet/contract/kernel/day';
import { said, type CommandsOf } from '../../command.ts';

interface Change {
  readonly name: string;
  readonly unit: 'month' | 'day';
  readonly from: Day;
  readonly was: Kopecks;
  readonly will: Kopecks;
}

const changeText = ({ name, unit, from, was, will }: Change): string =>
  `«${name}» с ${dayText(from, YEARLESS)}: ${priceText(was, unit)} → ${priceText(will, unit)}`;

/** «+12 300 ₽» */
const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${rubles(kopecks(amount))}`;

export const priceCommands: CommandsOf<OperatorContract['prices']> = {
  list: {
    tell: (found) =>
      said(
        ...found.map(({ kind, id, name, unit, is_archived, price, coming }) =>
          [
            `${kind} ${id}`,
            name,
            priceText(price, unit),
            ...(is_archived ? ['в архиве'] : []),
            ...(coming
              ? [
                  `с ${dayText(coming.from, YEARLESS)} — ${priceText(coming.price, unit)} (номер ${coming.price_change_id}, назначил ${coming.by}, ${coming.is_told ? 'все предупреждены' : 'предупреждаем'})`,
                ]
              : []),
          ].join('  '),
        ),
        `Всего ${found.length}`,
      ),
  },
  preview: {
    tell: (effect) =>
      said(
        changeText(effect),
        `Касается: ${plural(effect.contracts, ['договор', 'договора', 'договоров'])}, ${plural(effect.services, ['услуга', 'услуги', 'услуг'])}`,
        ...(effect.idle > 0
          ? [`Не платят сейчас, отключены или приостановлены: ${plural(effect.idle, ['услуга', 'услуги', 'услуг'])}`]
          : []),
        `За 30 дней: ${rubles(effect.month.was)} → ${rubles(effect.month.will)}, ${signed(effect.month.will - effect.month.was)}`,
        `Не хватит на первое списание по новой цене: ${plural(effect.debtors, ['счёт', 'счёта', 'счетов'])}`,
        'Ничего не изменено',
      ),
  },
  plan: {
    tell: (planned) => said(changeText(planned), `Номер ${planned.price_change_id}. Абонентов предупредим сейчас`),
  },
  withdraw: {
    tell: ({ name, unit, from, will }) =>
      said(
        `«${name}»: цены ${priceText(will, unit)} с ${dayText(from, YEARLESS)} не будет. Предупреждённым скажем сейчас`,
      ),
  },
};

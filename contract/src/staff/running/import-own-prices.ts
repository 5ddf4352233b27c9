import type { ImportTableShape } from './import-table.ts';

/** Prices and discounts of single contracts. */
export const OWN_PRICES = {
  file: 'own-prices',
  help: 'свои цены и скидки абонентов',
  columns: {
    contract: { name: 'договор', help: 'номер' },
    service: { name: 'услуга', help: 'логин услуги или телефонный номер' },
    option: { name: 'опция', help: 'название; пусто — на тариф', isOptional: true },
    percent: { name: 'скидка', help: 'проценты, от 1 до 100; или цена', isOptional: true },
    price: { name: 'цена', help: 'рубли, `600` или `600,50`; или скидка', isOptional: true },
    from: {
      name: 'с',
      help: 'первый день, до года вперёд; пусто или прошёл — с первого дня, который ещё не списан',
      isOptional: true,
    },
    last_day: { name: 'по', help: 'последний день; пусто — без срока', isOptional: true },
    reason: { name: 'причина', help: 'за что дали; увидят сотрудники' },
  },
} as const satisfies ImportTableShape;

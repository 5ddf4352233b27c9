/** Texts that a locked screen may show to anybody: without sums, names and debts. The portal shows the rest. */
export const PUSH_TEXTS = {
  debt: 'Есть новое о счёте. Откройте кабинет',
  price: 'Есть новое о ценах. Откройте кабинет',
  charge: 'Есть новое о списаниях. Откройте кабинет',
  payment: 'Есть новое о платежах. Откройте кабинет',
  autopayment: 'Есть новое об автоплатеже. Откройте кабинет',
  service: 'Есть новое об услугах. Откройте кабинет',
  support: 'Есть новое от поддержки. Откройте кабинет',
  news: 'Есть новости. Откройте кабинет',
  security: 'Проверьте, кто входил в ваш кабинет',
} as const;

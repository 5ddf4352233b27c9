/** The only event of a calendar whose address is no longer served. */
export const formerAddress = (settings: string) => ({
  title: 'Этот календарь больше не обновляется',
  about: [
    'Прежний адрес не действует: в нём стоял ключ для программ, а адреса видят чужие.',
    `Создайте новый адрес в кабинете («Настройки», «Ваши данные») и добавьте его в календарь вместо прежнего: ${settings}`,
  ],
});

// Texts that several screens share.

/** Shown when the first data or a list fail to load (specification, 8). */
export const errorLoad = 'Не удалось загрузить данные. Повторите через минуту';
/** The heading of an error that the server did not explain in Russian. */
export const error = 'Ошибка';
/** The heading when the answer to a change was lost: nobody knows whether it was carried out. */
export const unanswered = 'Не знаем, выполнено ли';
export const retry = 'Повторить';
export const sending = 'Отправляем…';
export const close = 'Закрыть';

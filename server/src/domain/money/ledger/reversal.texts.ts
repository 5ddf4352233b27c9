const RETURN = 'Возврат: ';

/** «Возврат: Интернет «Волга 500». Ошибка кассира»; a reversed return gets its original name again. */
export const reversalText = (text: string, why: string): string =>
  text.startsWith(RETURN) ? `${text.slice(RETURN.length)}. ${why}` : `${RETURN}${text}. ${why}`;

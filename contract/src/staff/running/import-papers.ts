const sealed = (name: string, help: string) => ({ name, help, isOptional: true, isSecret: true }) as const;

/** Columns of contracts that are kept only sealed: the passport of a person, the requisites of a company. */
export const PAPER_COLUMNS = {
  passport: sealed('паспорт', 'серия и номер: `3604 123456`; хранится запечатанным, как и остальное ниже'),
  issued_by: sealed('кем выдан', 'паспорт'),
  issued_on: sealed('когда выдан', 'день'),
  born_on: sealed('дата рождения', 'день'),
  registered_at: sealed('регистрация', 'адрес, по паспорту'),
  inn: sealed('инн', 'компании — 10 цифр, предпринимателя — 12'),
  kpp: sealed('кпп', 'компании'),
  ogrn: sealed('огрн', 'или ОГРНИП'),
  legal_name: sealed('полное название', 'пусто — как «клиент»'),
  legal_address: sealed('юридический адрес', 'компании или предпринимателя'),
  signatory: sealed('подписывает', 'кто и на каком основании'),
};

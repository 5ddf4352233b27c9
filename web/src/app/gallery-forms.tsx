import { useState } from 'react';
import { Card } from '#web/ui/card/card.tsx';
import { Chips, Segmented, Switch, Ways } from '#web/ui/field/choice.tsx';
import { Checkbox, Field, MoneyField, PasswordField, Select, TextArea } from '#web/ui/field/field.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import styles from './gallery.module.css';

/** All input fields. */
export function Fields() {
  const [sum, setSum] = useState('1 124');
  const [agreed, setAgreed] = useState(true);
  return (
    <Card title="Поля">
      <div className={styles.pile}>
        <Field label="Телефон для СМС" defaultValue="+7 927 000-45-67" hint="Пришлём код из 6 цифр." />
        <Field
          label="Код из СМС"
          defaultValue="41982"
          error="В коде 6 цифр, введено 5. Новый код можно запросить через 42 секунды."
        />
        <PasswordField label="Пароль" defaultValue="demo-kabinet" />
        <MoneyField label="Сумма" big value={sum} onChange={setSum} />
        <Select label="Причина заявки">
          <option>Не работает интернет</option>
        </Select>
        <TextArea label="Что случилось" hint="Чем подробнее, тем быстрее починим." />
        <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
          Согласен с условиями тарифа
        </Checkbox>
      </div>
    </Card>
  );
}

/** All controls for a choice. */
export function Choices() {
  const [sum, setSum] = useState('1124');
  const [way, setWay] = useState('sbp');
  const [on, setOn] = useState(true);
  const sums = [
    { value: '1124', text: '1 124 ₽', note: 'на месяц' },
    { value: '2303', text: '2 303 ₽', note: 'на 2 месяца' },
    { value: '3482', text: '3 482 ₽', note: 'на 3 месяца' },
  ];
  return (
    <Card title="Выбор">
      <div className={styles.pile}>
        <Segmented
          label="Счёт"
          links={[
            { to: '/ui', text: 'Интернет' },
            { to: '/payment/t', text: 'Телефон' },
          ]}
        />
        <Chips label="Готовые суммы" tall options={sums} value={sum} onChange={setSum} />
        <Chips
          label="Отбор"
          options={sums.map(({ value, note }) => ({ value, text: note }))}
          value={sum}
          onChange={setSum}
        />
        <Ways
          legend="Как заплатить"
          name="way"
          value={way}
          onChange={setWay}
          options={[
            { value: 'sbp', title: 'СБП', note: 'Из приложения любого банка', aside: <Icon name="qr-code" /> },
            { value: 'bank', title: 'По реквизитам', note: 'Придут за 1–2 дня', aside: <Icon name="wallet" /> },
          ]}
        />
        <div className={styles.line}>
          <Switch label="Статический адрес" on={on} onChange={setOn} />
          <Switch label="Выключено" on={false} onChange={setOn} />
          <Switch label="Нельзя" on locked onChange={setOn} />
        </div>
      </div>
    </Card>
  );
}

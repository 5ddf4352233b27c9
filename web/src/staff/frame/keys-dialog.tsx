import { Fragment } from 'react';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { mayDo, useMe } from '../api/me.ts';
import plane from '../look/plane.module.css';

interface KeyList {
  readonly title: string;
  /** The call without which nobody needs them, by the words of its command. */
  readonly needs: string;
  readonly keys: readonly (readonly [keys: readonly string[], does: string])[];
}

const LISTS: readonly KeyList[] = [
  {
    title: 'Везде',
    needs: 'me',
    keys: [
      [['Ctrl K', '/'], 'Найти'],
      [['Alt 1–5'], 'Недавние договоры'],
      [['?'], 'Все клавиши'],
      [['Esc'], 'Закрыть окно'],
    ],
  },
  {
    title: 'Поиск',
    needs: 'search',
    keys: [
      [['↑', '↓'], 'Выбрать'],
      [['↵'], 'Открыть карточку'],
      [['Ctrl ↵'], 'Открыть в новой вкладке'],
      [['Alt C'], 'Скопировать телефон'],
    ],
  },
  {
    title: 'Карточка',
    needs: 'orders file',
    keys: [
      [['F2'], 'Ссылка на оплату'],
      [['Alt Z'], 'Заявка с проверкой'],
    ],
  },
  {
    title: 'Касса',
    needs: 'cash take',
    keys: [
      [['Alt 1–3'], 'Предложенные суммы'],
      [['F8'], 'Наличные или СБП'],
      [['↵'], 'Принять'],
      [['F2', 'Esc'], 'Другой плательщик'],
      [['Alt P'], 'Копия чека'],
      [['Alt X'], 'Отчёт без закрытия'],
      [['Alt 0'], 'Закрыть смену'],
    ],
  },
  {
    title: 'Заявки',
    needs: 'orders answer',
    keys: [
      [['T'], 'Взять следующую'],
      [['V'], 'Назначить визит'],
      [['Ctrl ↵'], 'Отправить ответ'],
    ],
  },
  { title: 'Ждёт человека', needs: 'inbox list', keys: [[['Alt J'], 'Отложить']] },
  {
    title: 'Новый договор',
    needs: 'contract open',
    keys: [
      [['Alt N'], 'Начать'],
      [['Alt ↵'], 'Открыть договор'],
      [['Alt P'], 'Напечатать листок'],
    ],
  },
];

/** All keys of whoever works here; each also stands on the button that it presses. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const me = useMe();
  return (
    <Dialog open onClose={onClose} title="Клавиши">
      {LISTS.filter(({ needs }) => mayDo(me, needs)).map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <ul className={plane.rows}>
            {keys.map(([names, does]) => (
              <li key={does} className={plane.row}>
                {does}
                <span className={plane.end}>
                  {names.map((name) => (
                    <Fragment key={name}>
                      {' '}
                      <kbd>{name}</kbd>
                    </Fragment>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}

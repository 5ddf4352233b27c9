import { Link } from '#web/lib/page/router.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout, Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { Fold, Folds, KeyValues, Line, Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import styles from './gallery.module.css';

/** All kinds of lists. */
export function Lists() {
  return (
    <Card title="Списки" aside={<Link to="/ui">Все</Link>}>
      <div className={styles.pile}>
        <Rows>
          <Line title="Пополнение по СБП" value={<Money value="1200.00" signed />} note="12 ноября, 18:42" />
          <Line title="Интернет «Волга 300»" value={<Money value="-550.00" />} note="1 ноября" />
        </Rows>
        <KeyValues
          two
          list={[
            ['Интернет «Волга 500»', '690 ₽'],
            ['ТВ «Домашний»', '240 ₽'],
            ['Статический адрес', '150 ₽'],
          ]}
        />
        <Folds>
          <Fold title="Заплатили, а деньги не пришли?" open>
            Обычно хватает минуты.
          </Fold>
          <Fold title="Плательщик — другой человек">Отправьте ему ссылку на оплату.</Fold>
        </Folds>
      </div>
    </Card>
  );
}

/** All messages in place of content, or between it. */
export function Words() {
  return (
    <Card title="Сообщения на месте">
      <div className={styles.pile}>
        <Empty title="Заявок пока нет" action={<Button look="soft">Создать заявку</Button>}>
          Если что-то не работает, опишите — ответим за 15 минут.
        </Empty>
        <ErrorBlock title="Не удалось загрузить звонки за ноябрь." onRetry={() => saySuccess('Повторили')}>
          Остальное на месте.
        </ErrorBlock>
        <Callout tone="wait" icon="wifi-off" title="Нет сети.">
          Показываем данные на 14:05.
        </Callout>
        <Callout tone="ok" title="Деньги пришли." />
        <Callout title="С 1 декабря — «Волга 500»." />
        <SkeletonRows label="Загружаем услуги" />
      </div>
    </Card>
  );
}

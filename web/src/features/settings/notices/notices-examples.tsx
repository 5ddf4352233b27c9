import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { keepTogether } from '#web/lib/text/format.ts';
import { Card } from '#web/ui/card/card.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import styles from './notices.module.css';

type Example = Wire<typeof contract.notice.examples>[number];

/** How notices of a kind read. */
export function Examples({ kind }: { kind: Example['kind'] }) {
  const answer = useCall(contract.notice.examples, {});
  return (
    <Loaded
      answer={answer}
      failed="Не удалось загрузить примеры."
      skeleton={<SkeletonRows label="Загружаем примеры" count={3} />}
    >
      {(examples) => {
        const mine = examples.filter((example) => example.kind === kind);
        return (
          <div className={styles.examples}>
            <p className={styles.small}>
              Суммы, дни и названия здесь для примера. Первый текст — для кабинета и чатов. В браузере: «
              {mine[0]?.push ?? ''}».
            </p>
            {mine.map((example) => (
              <Sample key={example.name} example={example} />
            ))}
          </div>
        );
      }}
    </Loaded>
  );
}

const Sample = ({ example: { title, text, sms, mail } }: { example: Example }) => (
  <section className={styles.example}>
    <h3>{title}</h3>
    {text.split('\n\n').map((paragraph) => (
      <p key={paragraph}>{keepTogether(paragraph)}</p>
    ))}
    <dl>
      <dt>СМС</dt>
      <dd>{sms}</dd>
      {mail.text !== text && (
        <>
          <dt>Письмо «{mail.subject}»</dt>
          <dd>{mail.text}</dd>
        </>
      )}
    </dl>
  </section>
);

/** The notice that comes before a charge, if the money is not enough. */
const WARNING = 'debt.money_low';

/** How the warning reads: on the page of notices it says what the title promises. */
export function Warning({ when }: { when: string | undefined }) {
  const answer = useCall(contract.notice.examples, {});
  const example = answer.data?.find(({ name }) => name === WARNING);
  return (
    <Card title="Когда предупредим">
      <p className={styles.small}>
        Если денег на&nbsp;списание не&nbsp;хватит, напишем{when === undefined ? ' заранее' : ` ${when}`}. Например,
        так:
      </p>
      {example ? (
        <blockquote className={styles.bubble}>
          <b>{example.title}</b>
          {example.text.split('\n\n').map((paragraph) => (
            <p key={paragraph}>{keepTogether(paragraph)}</p>
          ))}
        </blockquote>
      ) : (
        <Loaded
          answer={answer}
          failed="Не удалось загрузить пример."
          skeleton={<SkeletonRows label="Загружаем пример" count={1} tile={false} />}
        >
          {() => null}
        </Loaded>
      )}
      <p className={styles.small}>Суммы и&nbsp;дни здесь для примера.</p>
    </Card>
  );
}

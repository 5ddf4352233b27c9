import { useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import styles from './notices.module.css';

type Settings = Wire<typeof contract.notice.settings>;
type Kind = Settings['kinds'][number];
type Example = Wire<typeof contract.notice.examples>[number];

/** How notices read, by kind; asked for when a kind is opened. */
export function ExamplesCard({ kinds }: { kinds: readonly Kind[] }) {
  const [opened, setOpened] = useState<Kind>();
  return (
    <Card title="Как выглядят уведомления">
      <ul className={styles.samples}>
        {kinds.map((kind) => (
          <li key={kind.kind}>
            <button type="button" aria-haspopup="dialog" onClick={() => setOpened(kind)}>
              {kind.title}
              <Icon name="chevron-right" size="sm" />
            </button>
          </li>
        ))}
      </ul>
      <Dialog open={opened !== undefined} onClose={() => setOpened(undefined)} title={opened?.title ?? ''}>
        {opened && <Examples kind={opened.kind} />}
      </Dialog>
    </Card>
  );
}

function Examples({ kind }: { kind: Example['kind'] }) {
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
      <p key={paragraph}>{paragraph}</p>
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

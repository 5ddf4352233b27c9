import type { ReactNode } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { keepTogether, phone, timeText } from '#web/lib/text/format.ts';
import { ofDevice } from '#web/lib/clock/clock.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { Select } from '#web/ui/field/field.tsx';
import { Icon, type IconName } from '#web/ui/icon/icon.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Cure } from '../actions/cure.tsx';
import { Part } from '../look/plane.tsx';
import { LINKS, linkText } from './card.texts.ts';
import type { ContractCard, Chain, ChainSubject } from './card-data.ts';
import { sayText } from './say.texts.ts';
import styles from './card.module.css';

type Link = Chain['links'][number];

const ICONS: Record<Link['state'], IconName> = {
  ok: 'circle-check',
  bad: 'circle-x',
  unknown: 'message-question',
  not_reached: 'clock',
};
const WORDS: Record<Link['state'], string> = {
  ok: 'в порядке',
  bad: 'здесь причина',
  unknown: 'неизвестно',
  not_reached: 'не проверено',
};

interface ChainPartProps {
  card: ContractCard;
  subject: ChainSubject;
  setSubject: (subject: ChainSubject) => void;
  /** When the card came, milliseconds of the device. */
  checkedAt: number;
  today: string;
}

/** «Почему не работает»: one question after another, up to the first link that is broken. */
export function ChainPart({ card, subject, setSubject, checkedAt, today }: ChainPartProps) {
  const { chain } = card;
  return (
    <Part
      title="Почему не работает"
      caption={`Проверено в ${timeText(new Date(ofDevice(checkedAt)))}, обновляется само`}
      aside={<Subjects {...{ card, subject, setSubject }} />}
    >
      {chain.links.length > 0 && (
        <ol className={styles.chain}>
          {chain.links.map((link) => (
            <li key={link.link} className={styles[link.state]}>
              <Icon name={ICONS[link.state]} />
              <b>
                {LINKS[link.link]}
                <VisuallyHidden>: {WORDS[link.state]}</VisuallyHidden>
              </b>
              <span>{linkText(link)}</span>
            </li>
          ))}
        </ol>
      )}
      <Finding chain={chain} say={sayText(card)} cure={<Cure card={card} today={today} />} />
    </Part>
  );
}

/** What the check has found, and the sentence to say. */
function Finding({
  chain: { finding, broken },
  say,
  cure,
}: {
  chain: Chain;
  say: string | undefined;
  cure: ReactNode;
}) {
  return (
    <div className={cx(styles.finding, broken === null && styles.fine)}>
      <div>
        <h3>{finding.title}</h3>
        <p className={styles.say}>
          {say === undefined ? (
            'Причину не записали: кто и когда закрыл, скажет лента.'
          ) : (
            <>
              Скажите: <b>«{keepTogether(say)}»</b>
            </>
          )}
        </p>
      </div>
      {cure}
    </div>
  );
}

const keyOf = ({ user_id, phone_number }: ChainSubject): string => `${user_id ?? ''}/${phone_number ?? ''}`;

/** The services that can be checked; nothing to choose if there is one. */
function Subjects({ card, setSubject }: Pick<ChainPartProps, 'card' | 'subject' | 'setSubject'>) {
  const subjects = [
    ...card.services.map(({ user_id, name }) => ({ subject: { user_id: String(user_id) }, text: name })),
    ...card.numbers.map(({ phone_number }) => ({ subject: { phone_number }, text: phone(phone_number) })),
  ];
  const { service } = card.chain;
  if (subjects.length < 2) return null;
  const shown = keyOf({
    ...(service?.user_id != null && { user_id: String(service.user_id) }),
    ...(service?.user_id == null && service?.phone_number != null && { phone_number: service.phone_number }),
  });
  const choose = (key: string): void => {
    const chosen = subjects.find((one) => keyOf(one.subject) === key);
    if (chosen) setSubject(chosen.subject);
  };
  return (
    <Choice
      options={subjects.map((one) => ({ value: keyOf(one.subject), text: one.text }))}
      value={shown}
      onChange={choose}
    />
  );
}

interface ChoiceProps {
  options: readonly { value: string; text: string }[];
  value: string;
  onChange: (key: string) => void;
}

const Choice = ({ options, value, onChange }: ChoiceProps) =>
  options.length <= MOST_CHIPS ? (
    <Chips label={WHICH} options={options} value={value} onChange={onChange} />
  ) : (
    <Select label={WHICH} value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.text}
        </option>
      ))}
    </Select>
  );

const WHICH = 'Какую услугу проверить';
/** A company with a hundred services would begin with a page of chips. */
const MOST_CHIPS = 8;

import { useState } from 'react';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field, Select, TextArea } from '#web/ui/field/field.tsx';
import { contract, type Wire } from '../api/contract.ts';
import { useAnswer } from '../api/use-call.ts';
import { Part } from '../look/plane.tsx';
import { DEBTS, SERVICE_CHOICES, type CampaignBody } from './campaigns.texts.ts';
import styles from './campaigns.module.css';
import { SendDialog } from './send-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

type Choices = Wire<typeof contract.campaigns.choices>;

const NOTHING = {
  kind: 'service',
  title: '',
  text: '',
  channel: 'all',
  town: '',
  street: '',
  plan_id: '',
  service: '',
  debt: '',
};
type Draft = typeof NOTHING;

const bodyOf = (draft: Draft): CampaignBody =>
  Object.fromEntries(
    Object.entries(draft)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );

/** Whom, what, by what. Nothing is sent before its rehearsal. */
export function CampaignForm({ onSent }: { onSent: () => void }) {
  const choices = useAnswer(contract.campaigns.choices, {});
  return (
    <Part title="Новая рассылка">
      <Loaded
        alone
        answer={choices}
        failed="Города и тарифы не загрузились."
        skeleton={<SkeletonRows label="Загружаем города и тарифы" count={4} tile={false} />}
      >
        {(known) => <Form choices={known} onSent={onSent} />}
      </Loaded>
    </Part>
  );
}

function Form({ choices, onSent }: { choices: Choices; onSent: () => void }) {
  const [draft, setDraft] = useState(NOTHING);
  const [asked, setAsked] = useState<'test' | 'send'>();
  const [isJudged, setJudged] = useState(false);
  const set = (name: keyof Draft) => (value: string) =>
    setDraft({ ...draft, [name]: value, ...(name === 'town' && { street: '' }) });
  const isWhole = draft.title.trim() !== '' && draft.text.trim() !== '';
  const ask = (what: 'test' | 'send') => (): void => {
    setJudged(true);
    if (isWhole) setAsked(what);
  };
  return (
    <div className={styles.form}>
      <Whom draft={draft} choices={choices} set={set} />
      <What draft={draft} set={set} isJudged={isJudged} />
      <ButtonRow>
        <Button onClick={ask('send')}>Кто получит и сколько…</Button>
        <Button look="line" onClick={ask('test')}>
          Отправить себе
        </Button>
      </ButtonRow>
      {asked === 'send' && <SendDialog body={bodyOf(draft)} onSent={onSent} onClose={() => setAsked(undefined)} />}
      {asked === 'test' && <TestDialog title={draft.title} text={draft.text} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

interface PartProps {
  draft: Draft;
  set: (name: keyof Draft) => (value: string) => void;
}

function Whom({ draft, choices, set }: PartProps & { choices: Choices }) {
  const streets = choices.towns.find(({ name }) => name === draft.town)?.streets ?? [];
  const options = (list: readonly (readonly [string, string])[]) =>
    list.map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ));
  return (
    <div className={styles.whom}>
      <Select label="Город" value={draft.town} onChange={({ target }) => set('town')(target.value)}>
        {options([['', 'Все города'], ...choices.towns.map(({ name }) => [name, name] as const)])}
      </Select>
      <Select label="Улица" value={draft.street} onChange={({ target }) => set('street')(target.value)}>
        {options([
          ['', draft.town === '' ? 'Сначала город' : 'Все улицы'],
          ...streets.map((name) => [name, name] as const),
        ])}
      </Select>
      <Select label="Тариф" value={draft.plan_id} onChange={({ target }) => set('plan_id')(target.value)}>
        {options([['', 'Все тарифы'], ...choices.plans.map(({ plan_id: id, name }) => [String(id), name] as const)])}
      </Select>
      <Select label="Услуга" value={draft.service} onChange={({ target }) => set('service')(target.value)}>
        {options(Object.entries(SERVICE_CHOICES))}
      </Select>
      <Select label="Долг" value={draft.debt} onChange={({ target }) => set('debt')(target.value)}>
        {options(Object.entries(DEBTS))}
      </Select>
    </div>
  );
}

function What({ draft, set, isJudged }: PartProps & { isJudged: boolean }) {
  const missing = (value: string, words: string) => (isJudged && value.trim() === '' ? words : undefined);
  return (
    <>
      <Chips
        label="О чём"
        value={draft.kind}
        onChange={set('kind')}
        options={[
          { value: 'service', text: 'Об услуге: всем' },
          { value: 'news', text: 'Новость: у кого они включены' },
        ]}
      />
      <Field
        label="Заголовок"
        {...within(100, { value: draft.title, error: missing(draft.title, 'Напишите заголовок') })}
        onChange={({ target }) => set('title')(target.value)}
      />
      <TextArea
        label="Текст, как его прочитает абонент"
        rows={5}
        {...within(2000, { value: draft.text, error: missing(draft.text, 'Напишите текст') })}
        onChange={({ target }) => set('text')(target.value)}
      />
      <Chips
        label="Чем отправить"
        value={draft.channel}
        onChange={set('channel')}
        options={[
          { value: 'all', text: 'Всеми каналами абонента' },
          { value: 'portal', text: 'Только в кабинет' },
        ]}
      />
    </>
  );
}

import { useState, type SyntheticEvent } from 'react';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { contract } from '../api/contract.ts';
import { useAnswer } from '../api/use-call.ts';
import { Part } from '../look/plane.tsx';
import styles from './free-addresses.module.css';

/** Which addresses of a network may be given to a line. */
export function FreeAddresses() {
  const [text, setText] = useState('');
  const [network, setNetwork] = useState<string>();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') setNetwork(text.trim());
  };
  return (
    <Part title="Свободные адреса">
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          label="Сеть"
          hint="Например, 203.0.113.0/28"
          inputMode="decimal"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" look="line">
          Показать
        </Button>
      </form>
      {network !== undefined && <Found network={network} />}
    </Part>
  );
}

function Found({ network }: { network: string }) {
  const answer = useAnswer(contract.networkState.freeAddresses, { query: { network } });
  return (
    <Loaded
      answer={answer}
      failed="Адреса не загрузились. Сеть пишется так: 203.0.113.0/28, не больше /16."
      skeleton={<SkeletonRows label="Ищем адреса" count={1} tile={false} />}
    >
      {({ given, used, free, addresses }) => (
        <>
          <p>
            Закреплено {given}, в&nbsp;сети {used}, свободно {free}.
          </p>
          <p>{addresses.join(', ')}</p>
        </>
      )}
    </Loaded>
  );
}

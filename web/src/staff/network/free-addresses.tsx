import { useState, type SyntheticEvent } from 'react';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { contract } from '../api/contract.ts';
import { useAnswer } from '../api/use-call.ts';
import { Part } from '../look/plane.tsx';
import styles from './free-addresses.module.css';

/** The server says what else is wrong with it. */
const looksRight = (typed: string): boolean => /^[0-9]+(\.[0-9]+){3}\/(1[6-9]|2[0-9]|3[0-2])$/.test(typed);

/** Which addresses of a network may be given to a line. */
export function FreeAddresses() {
  const [text, setText] = useState('');
  const [network, setNetwork] = useState<string>();
  const [error, setError] = useState<string>();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const typed = text.trim();
    const isNetwork = looksRight(typed);
    setError(isNetwork ? undefined : 'Сеть пишется так: 203.0.113.0/28, не\u00a0больше\u00a0/16');
    setNetwork(isNetwork ? typed : undefined);
  };
  return (
    <Part title="Свободные адреса">
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          label="Сеть"
          hint="Например, 203.0.113.0/28"
          inputMode="decimal"
          value={text}
          error={error}
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
      failed="Адреса не загрузились."
      skeleton={<SkeletonRows label="Ищем адреса" count={1} tile={false} />}
    >
      {({ given, used, free, addresses }) => (
        <>
          <p>
            Закреплено {given}, в&nbsp;сети {used}, свободно {free}.
          </p>
          <ul className={styles.addresses} aria-label="Свободны">
            {addresses.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}

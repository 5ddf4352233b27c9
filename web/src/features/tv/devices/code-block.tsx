import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { clockText, useNow } from '#web/lib/clock/use-now.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { Button, IconButton } from '#web/ui/button/button.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import styles from './devices.module.css';
import type { Activation } from './tv-devices.ts';

type Code = NonNullable<Activation['code']>;

/** The code for a new device with its life, or the button that gets one. */
export function CodeBlock({ userId, activation: { code, control, left } }: { userId: number; activation: Activation }) {
  const { mutate, isPending } = useAction(contract.tvUser.activationCode);
  const now = useNow(code !== null);
  if (control.status === 'locked') return <p className={styles.reason}>{`${control.text}.`}</p>;
  if (code !== null && Date.parse(code.until) > now) return <Valid code={code} now={now} />;
  const get = (): void =>
    mutate(
      { params: { id: String(userId) } },
      { onError: (failure) => void sayError(failure, 'Проверьте связь и повторите', 'Кода пока нет') },
    );
  return (
    <div className={styles.get}>
      <Button look="soft" size="sm" icon="key" busy={isPending} aria-disabled={left === 0} onClick={get}>
        Получить код
      </Button>
      <p className={styles.reason}>
        {left === 0
          ? 'За\u00a0час получили уже пять кодов. Новый дадим не\u00a0позже чем через час.'
          : 'Для входа на\u00a0новом устройстве. Код действует десять минут.'}
      </p>
    </div>
  );
}

const TICKS = 60;

function Valid({ code: { code, login, made_at, until, is_ready }, now }: { code: Code; now: number }) {
  const { name } = useProvider();
  const shown = `${code.slice(0, 4)}\u00a0${code.slice(4)}`;
  const life = Date.parse(until) - Date.parse(made_at);
  const left = Math.max(0, Date.parse(until) - now);
  const copy = (): void => void copyText(code, 'Код скопирован', shown);
  return (
    <div className={styles.once}>
      <div>
        <p className={styles.cap} role="status">
          {is_ready ? 'Код для нового устройства' : 'Готовим код, секунду…'}
        </p>
        <p className={styles.line}>
          <span className={styles.code}>{shown}</span>
          <IconButton icon="copy" label={`Скопировать: код ${shown}`} onClick={copy} />
        </p>
      </div>
      <div>
        <p className={styles.line}>
          <span className={styles.cap}>Действует ещё</span>
          <b>{clockText(left / 1000)}</b>
        </p>
        <Ruler ticks={TICKS} paid={Math.round((left / life) * TICKS)} week={10} on="card" low />
      </div>
      <p className={styles.cap}>
        {login === null
          ? `В\u00a0приложении «${name}» нажмите «Войти по\u00a0коду» и\u00a0введите цифры.`
          : `На\u00a0новом устройстве введите логин ${login}, а\u00a0вместо пароля\u00a0— этот код.`}
      </p>
    </div>
  );
}

import { useMotion, useTextSize, useTheme, type Motion, type TextSize, type Theme } from '#web/lib/page/look.ts';
import { cx } from '#web/lib/text/cx.ts';
import { Card, Stack } from '#web/ui/card/card.tsx';
import { Ways } from '#web/ui/field/choice.tsx';
import styles from '../settings.module.css';

const themes: readonly { value: Theme; title: string; note: string; className: string | undefined }[] = [
  { value: 'auto', title: 'Как на устройстве', note: 'Меняется вместе с ним', className: styles.auto },
  { value: 'light', title: 'Светлая', note: 'Всегда', className: styles.light },
  { value: 'dark', title: 'Тёмная', note: 'Всегда', className: styles.dark },
];

const sizes: readonly { value: TextSize; title: string; note: string; className: string | undefined }[] = [
  { value: 'normal', title: 'Обычный', note: 'Как задано в браузере', className: styles.normal },
  { value: 'large', title: 'Крупный', note: 'Больше на восьмую часть', className: styles.large },
  { value: 'huge', title: 'Очень крупный', note: 'Больше на четверть', className: styles.huge },
];

const motions: readonly { value: Motion; title: string; note: string }[] = [
  {
    value: 'auto',
    title: 'Как на устройстве',
    note: 'Окна и подсказки появляются плавно, если это не\u00a0выключено в\u00a0системе',
  },
  { value: 'less', title: 'Без движения', note: 'Всё появляется сразу' },
];

/** View settings on this device: applied at once, stored for a year. */
export function View() {
  const [theme, setTheme] = useTheme();
  const [size, setSize] = useTextSize();
  const [motion, setMotion] = useMotion();
  return (
    <Stack>
      <Card>
        <Ways
          legend="Тема"
          name="theme"
          options={themes.map(({ className, ...option }) => ({
            ...option,
            aside: <span className={cx(styles.swatch, className)} aria-hidden="true" />,
          }))}
          value={theme}
          onChange={setTheme}
        />
      </Card>
      <Card>
        <Ways
          legend="Размер текста"
          name="text-size"
          options={sizes.map(({ className, ...option }) => ({
            ...option,
            aside: (
              <span className={className} aria-hidden="true">
                Аа
              </span>
            ),
          }))}
          value={size}
          onChange={setSize}
        />
      </Card>
      <Card>
        <Ways legend="Движение" name="motion" options={motions} value={motion} onChange={setMotion} />
      </Card>
    </Stack>
  );
}

import { useLocation } from '#web/lib/page/router.tsx';
import { Callout } from '#web/ui/card/callout.tsx';

const ELSE = 'Если это сделали не вы, позвоните нам: номер на этой странице.';

/** Texts by `why` of the address. */
const reasons = new Map([
  ['ended', { tone: 'wait', title: 'Этот сеанс завершили на другом устройстве.', text: `Войдите снова. ${ELSE}` }],
  ['expired', { tone: 'info', title: 'Сеанс закончился по времени.', text: 'Войдите снова.' }],
  [
    'signed_out',
    { tone: 'ok', title: 'Вы вышли из кабинета.', text: 'На\u00a0этом устройстве не\u00a0осталось данных договора.' },
  ],
  [
    'stolen',
    {
      tone: 'wait',
      title: 'Мы завершили этот сеанс.',
      text: 'Возможно, в\u00a0кабинет заходил кто-то другой. Войдите снова и\u00a0проверьте в\u00a0настройках, где ещё он открыт.',
    },
  ],
  ['password_changed', { tone: 'wait', title: 'Пароль кабинета сменили.', text: `Войдите с новым паролем. ${ELSE}` }],
  [
    'access_closed',
    {
      tone: 'info',
      title: 'Владелец договора закрыл вам доступ.',
      text: 'Ваш вход остаётся за\u00a0вами: он\u00a0пригодится, если вас пригласят снова.',
    },
  ],
  ['over', { tone: 'info', title: 'Сеанс закончился.', text: 'Войдите снова.' }],
] as const);

/** The reason for the sign-in, after a session that ended. */
export function Reason() {
  const why = new URLSearchParams(useLocation().search).get('why');
  const reason = [...reasons].find(([name]) => name === why)?.[1];
  if (!reason) return null;
  const { tone, title, text } = reason;
  return (
    <Callout tone={tone} role="status" title={title}>
      {text}
    </Callout>
  );
}

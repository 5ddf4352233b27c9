import { namesIn, kindForms, type ListedService, type NameForms } from '#web/shared/service/text/service.texts.ts';
import { Icon } from '#web/ui/icon/icon.tsx';
import styles from './while-off.module.css';

/** Each kind once. */
export const kindsOf = (services: readonly ListedService[]): NameForms[] => [
  ...new Set(services.map(({ kind }) => kindForms[kind])),
];

/** What still works while the debt is not paid. */
export function WhileOff({ services }: { services: readonly ListedService[] }) {
  const works = kindsOf(services.filter(({ state }) => state === 'active'));
  const off = kindsOf(services.filter(({ reason }) => reason === 'debt'));
  const facts = [
    { yes: true, text: 'Кабинет и\u00a0оплата открываются' },
    ...(works.length > 0
      ? [{ yes: true, text: `${namesIn('start', works)}: ${works.length > 1 ? 'работают' : 'работает'}` }]
      : []),
    { yes: true, text: 'Тариф, логин и\u00a0настройки сохраняются' },
    ...(off.length > 0
      ? [{ yes: false, text: `${namesIn('start', off)}: ${off.length > 1 ? 'ждут' : 'ждёт'} оплаты` }]
      : []),
  ];
  return (
    <ul className={styles.facts}>
      {facts.map(({ yes, text }) => (
        <li key={text}>
          <Icon name={yes ? 'check' : 'x'} size="sm" className={yes ? styles.yes : styles.no} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

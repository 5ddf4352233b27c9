import { dayIn } from '@kabinet/contract/kernel/day';
import { momentText, rubles } from '#server/domain/shared/text.rules.ts';
import type { BankAction, BankQr } from '#server/integrations/acquirer/port.ts';
import { escapedMarkup } from '#server/domain/shared/escaped-markup.rules.ts';

interface Shown {
  readonly recipient: string;
  /** IANA zone of the times shown. */
  readonly zone: string;
  readonly now: Date;
}

/** The frame of pages of an imitated system: its name, and a text that says that it is not real. */
export const frameOf =
  (name: string, notice: string) =>
  (title: string, content: string): string =>
    `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} — ${name}</title>
<link rel="icon" href="/lk/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/bank.css">
</head>
<body>
<header><svg viewBox="0 0 36 36" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round"
stroke-linejoin="round" aria-hidden="true"><path d="M5 14 18 6l13 8H5Z"/><path d="M9 15v11M15 15v11M21 15v11M27 15v11M5 30h26"/></svg>
${name}</header>
<main>
<p class="notice">${notice}</p>
${content}
</main>
</body>
</html>
`;

/** A page of the sandbox bank. */
export const bankFrame = frameOf(
  'Учебный банк',
  '<strong>Это не настоящий банк.</strong> Он нужен, чтобы проверить оплату: деньги здесь не&nbsp;списываются.',
);

/** The page of one QR: the payment, the possible actions, the result. */
export function bankPage(qr: BankQr, shown: Shown): string {
  const sum = rubles(qr.amount_kopecks);
  const today = dayIn(shown.zone, shown.now);
  return bankFrame(
    `Оплата ${sum}`,
    `<section class="card">
<h1>Оплата по СБП</h1>
<p class="sum">${sum}</p>
${resultOf(qr)}
<dl>
<div><dt>Кому</dt><dd>${escapedMarkup(shown.recipient)}</dd></div>
<div><dt>Назначение</dt><dd>${escapedMarkup(qr.purpose)}</dd></div>
<div><dt>Код действует до</dt><dd>${momentText(qr.expires_at, today, shown.zone)}</dd></div>
</dl>
${mainPartOf(qr)}
</section>
${trialsOf(qr)}`,
  );
}

export const unknownQrPage = (): string =>
  bankFrame(
    'Код не найден',
    `<section class="card"><h1>Такого кода нет</h1><p class="hint">Вернитесь в кабинет и получите новый QR-код.</p>
${BACK}</section>`,
  );

export const BACK = '<p class="back"><a class="button main" href="/lk/">Вернуться в кабинет</a></p>';

/** The text about what happened; empty while the QR waits for payment. */
function resultOf({ state, times_paid }: BankQr): string {
  const said = {
    new: undefined,
    paid: times_paid > 1 ? 'Оплачено дважды. Кабинет зачислит деньги один раз' : 'Оплачено. Баланс обновится за минуту',
    rejected: 'Банк отказал в оплате. Деньги не списаны',
    expired: 'Время кода вышло. Деньги не списаны',
  }[state];
  return said === undefined ? '' : `<p class="result ${state}" role="status">${said}</p>`;
}

const mainPartOf = ({ state, amount_kopecks }: BankQr): string =>
  state === 'new' ? form([['pay', `Оплатить ${rubles(amount_kopecks)}`, true]]) : BACK;

const TRIALS: Record<BankQr['state'], readonly Choice[]> = {
  new: [
    ['pay_twice', 'Оплатить дважды'],
    ['decline', 'Отказать'],
    ['expire', 'Дать истечь'],
  ],
  expired: [['pay_late', 'Оплатить с опозданием']],
  paid: [],
  rejected: [],
};

/** Buttons that try out rare cases. */
function trialsOf({ state }: BankQr): string {
  const trials = TRIALS[state];
  if (trials.length === 0) return '';
  return `<section class="card"><h2>Как бывает ещё</h2>
<p class="hint">Проверьте, что кабинет справится и с&nbsp;этим.</p>
${form(trials)}</section>`;
}

type Choice = readonly [action: BankAction, text: string, isMain?: boolean];

const form = (choices: readonly Choice[]): string =>
  `<form method="post">${choices
    .map(
      ([action, text, isMain]) =>
        `<button${isMain ? ' class="main"' : ''} name="action" value="${action}">${text}</button>`,
    )
    .join('\n')}</form>`;

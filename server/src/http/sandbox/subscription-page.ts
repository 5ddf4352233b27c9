import type {
  BankSubscription,
  ChargeScenario,
  SubscriptionAction,
} from '#server/integrations/acquirer/subscription-port.ts';
import { BACK, bankFrame } from './bank-page.ts';
import { escapedMarkup } from '#server/domain/shared/escaped-markup.rules.ts';

/** The page of one subscription: the request, the possible actions, the fate of the charges. */
export const subscriptionPage = (subscription: BankSubscription, recipient: string): string =>
  bankFrame(
    'Автоплатёж по СБП',
    `<section class="card">
<h1>Привязать счёт</h1>
<p class="hint">${escapedMarkup(recipient)} сможет списывать деньги без подтверждения каждого платежа.</p>
${resultOf(subscription)}
<dl>
<div><dt>Кому</dt><dd>${escapedMarkup(recipient)}</dd></div>
<div><dt>Назначение</dt><dd>${escapedMarkup(subscription.purpose)}</dd></div>
<div><dt>Списаний по этой привязке</dt><dd>${subscription.charges}</dd></div>
</dl>
${mainPartOf(subscription)}
</section>
${scenariosOf(subscription)}`,
  );

export const unknownSubscriptionPage = (): string =>
  bankFrame(
    'Привязка не найдена',
    `<section class="card"><h1>Такой привязки нет</h1>
<p class="hint">Вернитесь в кабинет и подключите автоплатёж заново.</p>
${BACK}</section>`,
  );

const RESULTS: Record<BankSubscription['state'], readonly [look: string, text: string] | undefined> = {
  new: undefined,
  active: ['paid', 'Счёт привязан. Автоплатёж работает'],
  refused: ['rejected', 'Вы отказались. Счёт не привязан'],
  ended: ['expired', 'Счёт отвязан. Списаний больше не будет'],
  expired: ['expired', 'Время вышло. Счёт не привязан'],
};

/** The text about what happened; empty while it waits for the client. */
function resultOf({ state }: BankSubscription): string {
  const said = RESULTS[state];
  return said ? `<p class="result ${said[0]}" role="status">${said[1]}</p>` : '';
}

function mainPartOf({ state }: BankSubscription): string {
  if (state === 'new') {
    return form([
      ['connect', 'Подключить', true],
      ['refuse', 'Отказаться'],
    ]);
  }
  return state === 'active' ? `${form([['end', 'Отвязать счёт']])}${BACK}` : BACK;
}

const SCENARIOS: Record<ChargeScenario, string> = {
  pays: 'Деньги есть: списать',
  refuses: 'Не хватает денег: отказать',
  silent: 'Промолчать и списать позже',
  unsubscribes: 'Отвязать счёт и отказать',
};

/** How the bank treats the next charges, to try out here. */
function scenariosOf({ state, scenario: chosen }: BankSubscription): string {
  if (state !== 'active' && state !== 'new') return '';
  const choices = Object.entries(SCENARIOS).map(([scenario, text]): Choice => {
    const isChosen = scenario === chosen;
    return [`will_${scenario as ChargeScenario}`, isChosen ? `✓ ${text}` : text];
  });
  return `<section class="card"><h2>Что ответит банк на списание</h2>
<p class="hint">Проверьте, что кабинет справится с&nbsp;каждым ответом.</p>
${form(choices)}</section>`;
}

type Choice = readonly [action: SubscriptionAction, text: string, isMain?: boolean];

const form = (choices: readonly Choice[]): string =>
  `<form method="post">${choices
    .map(
      ([action, text, isMain]) =>
        `<button${isMain ? ' class="main"' : ''} name="action" value="${action}">${text}</button>`,
    )
    .join('\n')}</form>`;

import { rubles } from '#server/domain/shared/text.rules.ts';
import type { LineDebt } from '#server/domain/payments/line/line-payment.ts';
import { documentFrame, STYLE } from '../pages/document-page.ts';

// The page that a debtor's line is sent to: in the small window of a telephone, without anything of the application.

const frame = (title: string, content: string): string => documentFrame(title, content, '/lk/line.css');

/** Takes the link out of the address, and asks by it. */
export const enteringPage = (): string =>
  frame(
    'Доступ в интернет',
    `<h1>Смотрим вашу линию</h1>
<noscript><p>Чтобы увидеть, почему не&nbsp;работает интернет, <a href="/lk/">войдите в&nbsp;кабинет</a>.</p></noscript>
<form method="post" action="/lk/line" data-step="enter"><input type="hidden" name="secret" value=""></form>
<script src="/lk/line.js"></script>`,
  );

interface Shown {
  readonly debt: LineDebt;
  /** By which the subscriber knows the contract. */
  readonly contractNo: string;
  readonly secret: string;
  readonly isConnected: boolean;
}

const named = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} и&nbsp;${names.at(-1)}`;

/** The sum, what it brings back, and the last digits of the contract, by which one knows one's own. */
export const debtPage = ({ debt, contractNo, secret, isConnected }: Shown): string =>
  frame(
    'Интернет отключён за долг',
    `<section id="debt">
<h1>Интернет отключён за&nbsp;долг</h1>
<p class="sum">${rubles(debt.amount)}</p>
<p>Заплатите, и&nbsp;сразу ${debt.works.length > 1 ? 'заработают' : 'заработает'}: ${named(debt.works)}.</p>
${isConnected ? payForm(secret) : '<p>Заплатить можно в&nbsp;кабинете: <a href="/lk/">войдите</a>.</p>'}
<p class="hint">Договор …${contractNo.slice(-2)}. ${isConnected ? ANOTHER : 'Если он не&nbsp;ваш, сумма в&nbsp;кабинете будет другой.'}</p>
</section>
<section id="works" hidden><h1>Интернет работает</h1><p>Деньги пришли, спасибо. Это окно можно закрыть.</p></section>
<p class="hint" id="state" role="status"></p>
<script src="/lk/line.js"></script>`,
  );

const ANOTHER =
  'Если ваш договор кончается на&nbsp;другие цифры, не&nbsp;платите здесь: <a href="/lk/">войдите в&nbsp;кабинет</a>.';

const payForm = (secret: string): string =>
  `<form method="post" action="/lk/line/pay" data-step="pay"><input type="hidden" name="secret" value="${secret}">
<button>Оплатить по&nbsp;СБП</button>
<p class="hint">На&nbsp;время оплаты откроем медленный интернет, чтобы банк ответил: на&nbsp;10&nbsp;минут, дважды в&nbsp;день.</p></form>`;

export const worksPage = (): string =>
  frame('Интернет работает', '<h1>Интернет работает</h1>\n<p>Долга нет. Это окно можно закрыть.</p>');

export const linkOverPage = (): string =>
  frame(
    'Ссылка уже не действует',
    `<h1>Ссылка уже не&nbsp;действует</h1>
<p>Она живёт 15&nbsp;минут и&nbsp;только на&nbsp;своей линии. Откройте любую страницу снова или войдите в&nbsp;кабинет.</p>
<p><a class="button" href="/lk/">Войти в&nbsp;кабинет</a></p>`,
  );

export const notNowPage = (): string =>
  frame(
    'Не получилось',
    `<h1>Банк сейчас не&nbsp;отвечает</h1>
<p>Подождите минуту и&nbsp;откройте любую страницу снова или заплатите в&nbsp;кабинете.</p>
<p><a class="button" href="/lk/">Войти в&nbsp;кабинет</a></p>`,
  );

/** Keeps nothing on the device. While the page is open it looks whether the line works. */
export const LINE_SCRIPT = `const form = document.forms[0];
const hidden = form && form.elements.namedItem('secret');
if (form && form.dataset.step === 'enter') {
  const secret = location.hash.slice(1);
  history.replaceState(null, '', '/lk/line');
  if (/^[\\w-]{43}$/.test(secret)) {
    hidden.value = secret;
    form.submit();
  } else location.replace('/lk/');
}
if (form && form.dataset.step === 'pay') {
  const state = document.getElementById('state');
  const look = async () => {
    try {
      const reply = await fetch('/lk/line/state', { method: 'POST', body: new URLSearchParams({ secret: hidden.value }) });
      const now = (await reply.json()).state;
      if (now === 'works') {
        document.getElementById('debt').hidden = true;
        document.getElementById('works').hidden = false;
        state.textContent = 'Интернет работает';
        return;
      }
      if (now === 'over') {
        form.hidden = true;
        state.textContent = 'Эта страница уже не действует. Откройте любую другую снова или войдите в кабинет.';
        return;
      }
      state.textContent = '';
    } catch {
      state.textContent = 'Кабинет не отвечает, пробуем снова.';
    }
    setTimeout(look, 3000);
  };
  setTimeout(look, 3000);
}
`;

export const LINE_STYLE = `${STYLE}.sum{margin:0 0 .5rem;font-size:2.25rem;font-weight:700;line-height:1.2;color:light-dark(#17212b,#eef1f4)}
main{box-sizing:border-box;width:min(26rem,100% - 2rem)}
main button{width:100%;justify-content:center}
a{color:light-dark(#1f6494,#8fc5ee)}
a.button{color:light-dark(#fff,#10202c)}
`;

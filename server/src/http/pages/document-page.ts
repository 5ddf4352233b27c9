/** The page that a secure link opens. Its script fetches the document at once; without scripts there is a button. */
export const documentPage = (token: string): string =>
  documentFrame(
    'Документ',
    `<h1>Готовим документ</h1>
<p>Он откроется или сохранится сам. Если этого не произошло, нажмите кнопку.</p>
<form method="post" action="/lk/document"><input type="hidden" name="access-token" value="${token}">
<button>Открыть документ</button></form>
<p class="hint" id="after" hidden>Когда файл сохранится, эту вкладку можно закрыть.</p>
<script src="/lk/document.js"></script>`,
  );

export const spentPage = (): string =>
  documentFrame(
    'Ссылка не действует',
    `<h1>Ссылка уже не действует</h1>
<p>Она открывает документ один раз и живёт минуту. Откройте документ в кабинете ещё раз.</p>
<p><a class="button" href="/lk/">Вернуться в кабинет</a></p>`,
  );

export const busyPage = (): string =>
  documentFrame(
    'Документ не готов',
    `<h1>Документ пока не готов</h1>
<p>Подождите минуту и откройте документ в кабинете ещё раз.</p>
<p><a class="button" href="/lk/">Вернуться в кабинет</a></p>`,
  );

export const lostPage = (): string =>
  documentFrame(
    'Файла больше нет',
    `<h1>Файла больше нет</h1>
<p>Он стёрт или не сохранился у нас. Если это архив ваших данных, закажите в кабинете новый.</p>
<p><a class="button" href="/lk/">Вернуться в кабинет</a></p>`,
  );

export const documentFrame = (title: string, content: string, styles = '/lk/document.css') => `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="/lk/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${styles}">
</head>
<body><main>
${content}
</main></body>
</html>
`;

/** Removes the secret from the address and the browser history before spending it. */
export const SCRIPT = `history.replaceState(null, '', '/lk/document');
document.getElementById('after').hidden = false;
document.forms[0].submit();
`;

export const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f0f3f6,#12161b);color:light-dark(#17212b,#eef1f4)}
main{max-width:26rem;margin:1rem;padding:1.5rem;border-radius:1.25rem;background:light-dark(#fff,#1b2128)}
h1{margin:0 0 .5rem;font-size:1.375rem;line-height:1.3}
p{margin:0 0 1rem;color:light-dark(#47535f,#b9c2cb)}
.hint{margin:1rem 0 0;font-size:.875rem}
button,.button{display:inline-flex;align-items:center;min-height:3rem;padding:0 1.25rem;border:0;border-radius:.875rem;font:inherit;font-weight:600;
text-decoration:none;background:light-dark(#1f6494,#8fc5ee);color:light-dark(#fff,#10202c);cursor:pointer}
:focus-visible{outline:3px solid light-dark(#1f6494,#8fc5ee);outline-offset:2px}
`;

import { dayIn, instant } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { BYTE_ORDER_MARK, csvDay, csvLine, csvMoney, csvNumber, csvText } from '#server/domain/shared/csv.rules.ts';
import { clockText, phoneText } from '#server/domain/shared/text.rules.ts';
import type { ArchiveColumn, ColumnKind } from './table.ts';
import { WORDS } from './words.texts.ts';
import { escapedMarkup } from '#server/domain/shared/escaped-markup.rules.ts';

type Value = string | number | boolean | null | undefined;
type Row = Readonly<Record<string, Value>>;
type Parts = AsyncIterable<readonly object[]>;

/** A table for programs: an array of objects with the names of the columns. Money is whole kopecks, moments are UTC. */
export async function* asJson(columns: readonly ArchiveColumn[], parts: Parts): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of parts) {
    for (const row of rows as readonly Row[]) {
      yield before + JSON.stringify(Object.fromEntries(columns.map(([name]) => [name, row[name] ?? null])));
      before = ',\n';
    }
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** The same for spreadsheets. Calls `noteRow` for each row; shows times in `zone`. */
export async function* asCsv(
  columns: readonly ArchiveColumn[],
  parts: Parts,
  zone: string,
  noteRow: () => void,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([, title]) => csvText(title)));
  for await (const rows of parts) {
    let text = '';
    for (const row of rows as readonly Row[]) {
      noteRow();
      text += csvLine(columns.map(([name, , kind = 'text']) => cell(row[name], kind, zone)));
    }
    yield text;
  }
}

function moment(text: string, zone: string): string {
  const at = new Date(text);
  return `${csvDay(dayIn(zone, at))} ${clockText(instant(at), zone)}`;
}

/** A spreadsheet reads eleven digits as a large number, and a plus as a formula. */
const phoneOf = (text: string): string => (/^7\d{10}$/.test(text) ? phoneText(text).slice(1) : text);

const CELLS: Readonly<Record<ColumnKind, (text: string, zone: string) => string>> = {
  money: (text) => csvMoney(kopecks(Number(text))),
  moment,
  day: csvDay,
  yes: (text) => (text === 'true' ? 'да' : 'нет'),
  word: (text) => csvText(WORDS[text] ?? text),
  number: csvNumber,
  text: (text) => csvText(phoneOf(text)),
};

const cell = (value: Value, kind: ColumnKind, zone: string): string =>
  value === null || value === undefined ? '' : CELLS[kind](String(value), zone);

interface Index {
  readonly provider: string;
  /** By which the client knows the contract. */
  readonly contractNo: string;
  readonly client: string;
  readonly madeText: string;
  readonly tables: readonly { readonly title: string; readonly file: string; readonly rows: number }[];
  readonly files: readonly string[];
  /** Files that the store does not have any more. */
  readonly lost: readonly string[];
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#17212b}
table{border-collapse:collapse;width:100%}td,th{padding:.5rem .75rem .5rem 0;border-bottom:1px solid #d9dfe5;text-align:left}
td:nth-child(2){text-align:right;font-variant-numeric:tabular-nums}small,p.note{color:#55616d}
@media(prefers-color-scheme:dark){body{background:#17212b;color:#f2f5f8}a{color:#8ab8ff}td,th{border-color:#3a4754}small,p.note{color:#b6c0ca}}`;

const link = (path: string, text: string): string =>
  `<a href="${path.split('/').map(encodeURIComponent).join('/')}">${escapedMarkup(text)}</a>`;

const nameIn = (path: string): string => path.slice(path.indexOf('/') + 1);

/** The index page of the archive: what it contains and how to read it. */
export function indexPage({ provider, contractNo, client, madeText, tables, files, lost }: Index): string {
  const rows = tables.map(
    ({ title, file, rows: count }) =>
      `<tr><td>${link(`Таблицы/${title}.csv`, title)}</td><td>${count}</td><td>${link(`JSON/${file}.json`, 'JSON')}</td></tr>`,
  );
  const sent =
    files.length + lost.length === 0
      ? '<p>Файлов в заявках нет.</p>'
      : `<ul>${files.map((path) => `<li>${link(path, nameIn(path))}</li>`).join('')}${lost.map((path) => `<li>${escapedMarkup(nameIn(path))}: не сохранился у нас</li>`).join('')}</ul>`;
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ваши данные</title><style>${STYLE}</style></head>
<body><h1>Ваши данные</h1>
<p>${escapedMarkup(provider)}, договор ${escapedMarkup(contractNo)}, ${escapedMarkup(client)}.<br><small>Собрано ${escapedMarkup(madeText)}.</small></p>
<p>Здесь всё, что кабинет хранит о договоре. Таблицы откроет Excel или другой табличный редактор, JSON нужен программам. Сначала распакуйте архив.</p>
<table><thead><tr><th>Таблица</th><th>Строк</th><th>Для программ</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
<h2>Файлы из заявок</h2>
${sent}
<p class="note">Паролей, кодов и секретных ключей здесь нет: мы храним только их отпечатки. Объявления для всего города и настройки вида в архив не входят. В звонках номера собеседников показаны полностью: храните архив там, где его не увидят чужие.</p>
</body></html>
`;
}

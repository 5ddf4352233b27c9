import { dayText, issuedText, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { placeOf, type ConsentStanding } from '#server/domain/identity/consents/consents.ts';
import type { Provider } from '#server/kernel/provider.ts';
import type { ConsentPaper } from './consent.ts';
import { heading } from './heading.ts';
import { INK, INSIDE, openPaper, PAGE, type Paper } from './paper.ts';

interface Issued {
  readonly provider: Provider;
  readonly now: Date;
  /** «20 ноября 2026, 14:05». */
  readonly nowText: string;
}

const { side } = PAGE;

/** The words of a consent and every decision about it. */
export function consentPdf({ client, standing }: ConsentPaper, issued: Issued): AsyncIterable<Buffer> {
  const { provider } = issued;
  const { title, text, version, agreed } = standing;
  const paper = openPaper({
    title,
    author: provider.name,
    accentHue: provider.accent_hue,
    accentChroma: provider.accent_chroma,
    footer: `Сформировано ${issued.nowText} в личном кабинете`,
    now: issued.now,
  });
  const put = flow(paper, heading(paper, provider));
  put(title, 'title');
  put(`Договор ${client.contract_no}, ${client.client_name}`, 'second');
  put(stateText(standing), 'state');
  put(`Текст, редакция ${agreed?.version ?? version}`, 'heading');
  for (const paragraph of (agreed?.text ?? text).split('\n\n')) put(paragraph);
  put('Журнал решений', 'heading');
  for (const line of logOf(standing, provider.time_zone)) put(line);
  paper.close();
  return paper.doc as AsyncIterable<Buffer>;
}

const LOOKS = {
  text: { size: 10, leading: 14.5, gap: 8, weight: 'regular', colour: INK.text },
  second: { size: 10, leading: 14.5, gap: 8, weight: 'regular', colour: INK.second },
  state: { size: 10, leading: 14.5, gap: 16, weight: 'semi', colour: INK.text },
  heading: { size: 13, leading: 18, gap: 8, weight: 'semi', colour: INK.text },
  title: { size: 20, leading: 26, gap: 8, weight: 'semi', colour: INK.text },
} as const;

/** Writes paragraphs one below the other, over as many pages as they need. */
function flow(paper: Paper, top: number) {
  let y = top;
  return (text: string, look: keyof typeof LOOKS = 'text'): void => {
    const { leading, gap, ...style } = LOOKS[look];
    for (const line of text.split('\n').flatMap((part) => paper.wrapped(part, INSIDE, style))) {
      if (y + leading > paper.bottom) {
        paper.turn();
        y = PAGE.top;
      }
      paper.write(line, side, y, style);
      y += leading;
    }
    y += gap;
  };
}

function stateText({ state, agreed, version }: ConsentStanding): string {
  const day = agreed === null ? '' : dayText(agreed.day, YEARLESS);
  if (state === 'given') return `Согласие дано ${day}, редакция ${agreed?.version ?? version}, и действует.`;
  if (state === 'with_contract') return `Согласие дано при подписании договора ${day} и действует.`;
  return state === 'withdrawn' ? 'Согласия нет: в нём отказано, или оно отозвано.' : 'Решения ещё не было.';
}

function logOf({ log, state, agreed }: ConsentStanding, zone: string): string[] {
  const lines = log.map(({ is_given, version, decided_at, ip, browser }) => {
    const { browser: device } = placeOf({ ip, browser });
    return `${issuedText(decided_at, zone)}: ${is_given ? 'согласие дано' : 'отказ или отзыв'}, редакция ${version}. ${device}, адрес ${ip}.`;
  });
  if (lines.length > 0) return lines;
  return state === 'with_contract' && agreed
    ? [`${dayText(agreed.day, YEARLESS)}: дано при подписании договора. В кабинете решений не было.`]
    : ['В кабинете решений не было.'];
}

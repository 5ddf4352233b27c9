import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { accentOf } from './colour.rules.ts';

/** Size of A4 and its margins, in points. */
export const PAGE = { width: 595.28, height: 841.89, side: 48, top: 44, bottom: 64 } as const;
export const INSIDE = PAGE.width - 2 * PAGE.side;

export const INK = { text: '#17212b', second: '#55616d', line: '#d9dfe5', tint: '#f2f5f8', plus: '#1f6b3f' } as const;

type Weight = 'regular' | 'semi';
const FONTS: Record<Weight, string> = {
  regular: fileURLToPath(new URL('./fonts/golos-text-400.ttf', import.meta.url)),
  semi: fileURLToPath(new URL('./fonts/golos-text-600.ttf', import.meta.url)),
};

interface Style {
  readonly size?: number;
  readonly weight?: Weight;
  readonly colour?: string;
  /** `right`: the text ends at `x`. */
  readonly align?: 'left' | 'right';
}

export interface PaperOptions {
  readonly title: string;
  readonly author: string;
  readonly accentHue: number;
  readonly accentChroma: number;
  /** Printed at the bottom of each page. */
  readonly footer: string;
  readonly now: Date;
}

/** Internals of pdfkit's font, missing in its types. */
interface EmbeddedFont {
  layoutCache: object;
  readonly id: string;
  ref(): unknown;
  encode(text: string): [string[], unknown];
}

/** A4 sheets written from the top: `y` grows downwards. Texts use Golos Text; only the used letters are embedded. */
export function openPaper(options: PaperOptions) {
  const { title, author, footer, now } = options;
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'ru-RU',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: author, Producer: author, CreationDate: now },
  });
  for (const [weight, file] of Object.entries(FONTS)) doc.registerFont(weight, file);
  const accent = accentOf(options.accentHue, options.accentChroma);
  const widths = new Map<string, number>();
  const total = totalPages(doc);
  let pages = 1;

  const widthOf = (text: string, size: number, weight: Weight): number => {
    const key = `${size}${weight}${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      if (widths.size > MOST_WIDTHS) widths.clear();
      width = doc.font(weight).fontSize(size).widthOfString(text);
      widths.set(key, width);
    }
    return width;
  };
  const write = (text: string, x: number, y: number, style: Style = {}): void => {
    const { size = 9.5, weight = 'regular', colour = INK.text, align = 'left' } = style;
    const left = align === 'right' ? x - widthOf(text, size, weight) : x;
    doc.font(weight).fontSize(size).fillColor(colour).text(text, left, y, { lineBreak: false });
  };
  const rule = (y: number, colour: string = INK.line): void => {
    doc
      .moveTo(PAGE.side, y)
      .lineTo(PAGE.width - PAGE.side, y)
      .lineWidth(0.6)
      .stroke(colour);
  };
  const foot = (): void => {
    const y = PAGE.height - 44;
    rule(y - 10);
    for (const [index, line] of wrapped(footer, INSIDE - 110, { size: 7.5 }).entries()) {
      write(line, PAGE.side, y + index * 10, { size: 7.5, colour: INK.second });
    }
    const right = PAGE.width - PAGE.side - TOTAL_WIDTH;
    write(`Страница ${pages} из`, right - 3, y, { size: 7.5, colour: INK.second, align: 'right' });
    total.place(right, y);
  };
  /** The text wrapped into lines of the given width. */
  const wrapped = (text: string, width: number, { size = 9.5, weight = 'regular' }: Wrapping = {}): string[] =>
    wrap(text, (part) => widthOf(part, size, weight) <= width);

  foot();
  return {
    doc,
    accent,
    write,
    rule,
    wrapped,
    /** Below it is the foot of the page. */
    bottom: PAGE.height - PAGE.bottom,
    turn: (): void => {
      doc.addPage({ size: 'A4', margin: 0 });
      pages += 1;
      foot();
    },
    /** The bytes written since the previous call. */
    written: (): Buffer | undefined => {
      forgetWords(doc);
      return (doc.read() as Buffer | null) ?? undefined;
    },
    close: (): void => {
      total.fill(pages);
      doc.end();
    },
  };
}

export type Paper = ReturnType<typeof openPaper>;

interface Wrapping {
  readonly size?: number;
  readonly weight?: Weight;
}

/** Texts repeat, so widths are cached, up to a limit. */
const MOST_WIDTHS = 5000;

function wrap(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const line = longest(rest, fits);
    lines.push(line);
    rest = rest.slice(line.length).trim();
  }
  return lines;
}

/**
 * The longest beginning that fits, in whole words if at least one fits; measures at most one line, however long the
 * text.
 */
function longest(text: string, fits: (part: string) => boolean): string {
  let end = 0;
  while (end < text.length) {
    const space = text.indexOf(' ', end + 1);
    const next = space === -1 ? text.length : space;
    if (!fits(text.slice(0, next))) break;
    end = next;
  }
  if (end > 0) return text.slice(0, end);
  do end += 1;
  while (fits(text.slice(0, end + 1)) && end < text.length);
  return text.slice(0, end);
}

/** pdfkit caches every written word; a long statement has a new sum in every line. */
function forgetWords(doc: PDFKit.PDFDocument): void {
  for (const weight of Object.keys(FONTS)) {
    const { _font: font } = doc.font(weight) as unknown as { _font: EmbeddedFont };
    font.layoutCache = {};
  }
}

const TOTAL_WIDTH = 18;

/**
 * The number of pages is known only at the end, but pages are sent as they fill up: each refers to a form that is drawn
 * last, so no page waits in memory.
 */
function totalPages(doc: PDFKit.PDFDocument) {
  const form = doc.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, TOTAL_WIDTH, 12] });
  return {
    place: (x: number, y: number): void => {
      const { xobjects } = doc.page as unknown as { xobjects: Record<string, unknown> };
      xobjects['Total'] = form;
      doc.save().translate(x, y);
      (doc as unknown as { addContent(content: string): void }).addContent('/Total Do');
      doc.restore();
    },
    fill: (pages: number): void => {
      const { _font: font } = doc.font('regular') as unknown as { _font: EmbeddedFont };
      const [glyphs] = font.encode(String(pages));
      (form.data as Record<string, unknown>)['Resources'] = { Font: { [font.id]: font.ref() } };
      form.end(`BT 0.333 0.38 0.427 rg /${font.id} 7.5 Tf 1 0 0 -1 0 7 Tm <${glyphs.join('')}> Tj ET`);
    },
  };
}

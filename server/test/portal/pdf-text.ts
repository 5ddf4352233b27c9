import { inflateSync } from 'node:zlib';

/** The text of a PDF as a reader would copy it; supports only our own documents. */
export interface ReadPdf {
  readonly pages: readonly string[];
  /** Names of the embedded fonts, with the mark of a subset: `ABCDEF+GolosText-Regular`. */
  readonly fonts: readonly string[];
}

type Objects = Map<string, PdfObject>;
/** Characters by glyph, by font name. */
type Fonts = Map<string, Map<number, string>>;

interface PdfObject {
  readonly head: string;
  readonly body: string;
}

const NOTHING: PdfObject = { head: '', body: '' };

export function readPdf(file: Buffer): ReadPdf {
  const objects = objectsOf(file);
  const all = [...objects.values()];
  const unicode = unicodeOf(objects);
  return {
    pages: all.filter(({ head }) => /\/Type \/Page\b/.test(head)).map((page) => textOf(page, objects, unicode)),
    fonts: [...new Set(all.flatMap(({ head }) => [...(/\/BaseFont \/(\S+)/.exec(head)?.slice(1) ?? [])]))],
  };
}

/** Objects by number, with unpacked streams. */
function objectsOf(file: Buffer): Objects {
  const objects: Objects = new Map();
  const text = file.toString('latin1');
  for (const { 1: number = '', index } of text.matchAll(/(?<=[\r\n])(\d+) 0 obj\n/g)) {
    const end = text.indexOf('\nendobj', index);
    const whole = text.slice(index, end);
    const begin = whole.indexOf('stream\n');
    const head = begin < 0 ? whole : whole.slice(0, begin);
    const stream = begin < 0 ? undefined : file.subarray(index + begin + 7, text.lastIndexOf('\nendstream', end));
    objects.set(number, { head, body: stream ? bodyOf(head, stream) : '' });
  }
  return objects;
}

const bodyOf = (head: string, stream: Buffer): string =>
  (head.includes('/FlateDecode') ? inflateSync(stream) : stream).toString('latin1');

/** The object that a head refers to by name. */
const referred = (objects: Objects, head: string, name: string): PdfObject =>
  objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? '') ?? NOTHING;

/** The character of each glyph, by the name of the font in the pages. */
function unicodeOf(objects: Objects): Fonts {
  const heads = [...objects.values()].map(({ head }) => head).join('\n');
  const named = [...heads.matchAll(/\/(F\d+) \d+ 0 R/g)].map(([, name = '']) => name);
  const mapOf = (name: string) => referred(objects, referred(objects, heads, name).head, 'ToUnicode').body;
  return new Map(named.map((name) => [name, glyphsOf(mapOf(name))]));
}

function glyphsOf(map: string): Map<number, string> {
  const glyphs = new Map<number, string>();
  for (const [, first = '', , list = ''] of map.matchAll(/<(\w+)> <(\w+)> \[([^\]]+)\]/g)) {
    for (const [index, [, code = '']] of [...list.matchAll(/<([\w ]+)>/g)].entries()) {
      const units = code.replaceAll(' ', '').match(/.{4}/g) ?? [];
      glyphs.set(parseInt(first, 16) + index, String.fromCharCode(...units.map((unit) => parseInt(unit, 16))));
    }
  }
  return glyphs;
}

/** The text of a page, one line per piece, and of the form that it shows. */
function textOf(page: PdfObject, objects: Objects, fonts: Fonts): string {
  const content = referred(objects, page.head, 'Contents').body;
  const form = referred(objects, referred(objects, page.head, 'Resources').head, 'Total').body;
  let font: Map<number, string> | undefined;
  const said: string[] = [];
  for (const [, name, shown] of `${content}\n${form}`.matchAll(/\/(F\d+) [\d.]+ Tf|((?:\[[^\]]*\]|<\w+>) T[Jj])/g)) {
    if (name !== undefined) font = fonts.get(name);
    if (shown !== undefined) said.push(lettersOf(shown, font));
  }
  return said.join('\n').replace(/[\u00a0\u202f]/g, ' ');
}

function lettersOf(shown: string, font: Map<number, string> | undefined): string {
  const codes = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
  return codes.map((code) => font?.get(parseInt(code, 16)) ?? '?').join('');
}

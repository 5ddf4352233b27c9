// Prints every Russian text of the product in one list, folder by folder: for an editor who reads all of it at once.
//   npm run texts > texts.txt
//   npm run texts -- web/src/features/home server/src/domain/messaging

import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';

const ALL = ['web/src', 'server/src', 'contract/src', 'server/seeds'];
const RUSSIAN = /[а-яё]/i;

interface Text {
  readonly line: number;
  readonly words: string;
}

/** The name of the value that fills a gap, in braces: «{sum} до {day}». */
function gapOf(expression: ts.Expression): string {
  const source = expression.getText().replaceAll(/\s+/g, ' ');
  return RUSSIAN.test(source) || source.length > 40 ? '{…}' : `{${source}}`;
}

const templateOf = ({ head, templateSpans }: ts.TemplateExpression): string =>
  head.text + templateSpans.map(({ expression, literal }) => gapOf(expression) + literal.text).join('');

function wordsOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) return templateOf(node);
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return sentenceOf(node.children);
  return undefined;
}

/** The text inside an element, with its inner elements and values: one sentence of several parts. */
const sentenceOf = (children: readonly ts.JsxChild[]): string =>
  children
    .map((child) => {
      if (ts.isJsxText(child)) return child.text;
      return ts.isJsxExpression(child) && child.expression ? gapOf(child.expression) : ' ';
    })
    .join('')
    .replaceAll('&nbsp;', ' ');

function textsOf(file: string): Text[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const texts: Text[] = [];
  const look = (node: ts.Node): void => {
    const words = wordsOf(node)?.replaceAll(/\s+/g, ' ').trim();
    if (words !== undefined && RUSSIAN.test(words)) {
      texts.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, words });
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return texts;
}

const asked = process.argv.slice(2);
const folders = asked.length > 0 ? asked : ALL;
const files = folders
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .sort();
let shown = '';
for (const file of files) {
  const texts = textsOf(file);
  if (texts.length === 0) continue;
  if (dirname(file) !== shown) console.log(`\n# ${(shown = dirname(file))}`);
  console.log(`\n${file.slice(shown.length + 1)}`);
  for (const { line, words } of texts) console.log(`${String(line).padStart(5)}  ${words}`);
}

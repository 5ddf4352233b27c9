import ts from 'typescript';

/** One small fault in a file. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** The whole file with the fault. */
  readonly source: string;
}

/** What is written otherwise in a node. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A mutant with its place, for a file that carries all of its mutants (`instrument.ts`). */
interface Place extends Change {
  /** The smallest expression, or the statement, that can be put in or left out. */
  readonly node: ts.Node;
  readonly mutant: Mutant;
}

const SWAPPED: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '/',
  [ts.SyntaxKind.SlashToken]: '*',
};

/** The same in the text of a statement; longer words stand before those that they contain. */
const SWAPPED_IN_SQL: readonly (readonly [RegExp, string])[] = [
  [/(?<=\s)<=(?=\s)/g, '<'],
  [/(?<=\s)>=(?=\s)/g, '>'],
  [/(?<=\s)<(?=\s)/g, '<='],
  [/(?<=\s)>(?=\s)/g, '>='],
  [/(?<=\s)<>(?=\s)/g, '='],
  [/(?<=\s)and not(?=\s)/g, 'and'],
  [/(?<=\s)and(?=\s)/g, 'or'],
  [/(?<=\s)or(?=\s)/g, 'and'],
  [/\bis not null\b/g, 'is null'],
  [/\bis null\b/g, 'is not null'],
  [/\bnot exists\b/g, 'exists'],
];

const isText = (node: ts.Node): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

function binary(node: ts.BinaryExpression): Change[] {
  const { operatorToken: token, left, right } = node;
  const text = SWAPPED[token.kind];
  if (text === undefined || (text === '-' && (isText(left) || isText(right)))) return [];
  return [{ start: token.getStart(), end: token.end, text }];
}

const negated = (condition: ts.Expression): Change[] => {
  // A comparison in the condition is turned round by itself.
  if (ts.isBinaryExpression(condition) && /^[!=]==$/.test(condition.operatorToken.getText())) return [];
  return [{ start: condition.getStart(), end: condition.end, text: `!(${condition.getText()})` }];
};

const removed = (node: ts.Node): Change => ({ start: node.getStart(), end: node.end, text: ';' });

const leaves = (node: ts.Statement): boolean => {
  const last = ts.isBlock(node) ? node.statements.at(-1) : node;
  return last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last));
};

function branch(node: ts.IfStatement): Change[] {
  const isEarly = leaves(node.thenStatement) && !node.elseStatement && ts.isBlock(node.parent);
  return [...negated(node.expression), ...(isEarly ? [removed(node)] : [])];
}

const isCall = ({ expression: one }: ts.ExpressionStatement): boolean =>
  ts.isCallExpression(one) || (ts.isAwaitExpression(one) && ts.isCallExpression(one.expression));

const isName = (node: ts.Expression): boolean => {
  const { name, propertyName } = node.parent as { name?: unknown; propertyName?: unknown };
  return name === node || propertyName === node;
};

const constant = (node: ts.Expression, text: string): Change[] =>
  ts.isLiteralTypeNode(node.parent) || isName(node) ? [] : [{ start: node.getStart(), end: node.end, text }];

function sqlChanges(node: ts.TaggedTemplateExpression): Change[] {
  if (node.tag.getText() !== 'sql') return [];
  const { template } = node;
  const parts = ts.isTemplateExpression(template)
    ? [template.head, ...template.templateSpans.map(({ literal }) => literal)]
    : [template];
  return parts.flatMap((part) =>
    SWAPPED_IN_SQL.flatMap(([pattern, text]) =>
      Array.from(part.getText().matchAll(pattern), (found) => {
        const start = part.getStart() + found.index;
        return { start, end: start + found[0].length, text };
      }),
    ),
  );
}

/** `? 1 : -1` of a comparison for a sort, which looks at the sign only. */
function isSign(node: ts.Node): boolean {
  const one = ts.isPrefixUnaryExpression(node.parent) ? node.parent : node;
  const { parent } = one;
  return ts.isConditionalExpression(parent) && /\? (?:1 : -1|-1 : 1)$/.test(parent.getText());
}

function literal(node: ts.Node): Change[] {
  if (ts.isNumericLiteral(node) && isSign(node)) return [];
  if (ts.isNumericLiteral(node)) return constant(node, node.text === '0' ? '1' : `(${node.getText()} + 1)`);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return constant(node as ts.Expression, 'false');
  return node.kind === ts.SyntaxKind.FalseKeyword ? constant(node as ts.Expression, 'true') : [];
}

function small(node: ts.Node): Change[] {
  if (ts.isExpressionStatement(node)) return isCall(node) ? [removed(node)] : [];
  const isNot = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
  return isNot ? [{ start: node.getStart(), end: node.operand.getStart(), text: '' }] : literal(node);
}

function changesOf(node: ts.Node): Change[] {
  if (ts.isBinaryExpression(node)) return binary(node);
  if (ts.isIfStatement(node)) return branch(node);
  if (ts.isConditionalExpression(node)) return negated(node.condition);
  return ts.isTaggedTemplateExpression(node) ? sqlChanges(node) : small(node);
}

const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 72);

/** Every mutant of a file, in the order of its text. */
export const mutantsOf = (file: string, text: string): Mutant[] =>
  placesOf(treeOf(file, text)).map(({ mutant }) => mutant);

export const treeOf = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/** The same with their places. */
export function placesOf(tree: ts.SourceFile): Place[] {
  const { fileName: file, text } = tree;
  const places: Place[] = [];
  const visit = (node: ts.Node): void => {
    for (const change of changesOf(node)) {
      const { start, end, text: put } = change;
      const { line } = tree.getLineAndCharacterOfPosition(start);
      // As much of the line as tells which of several equal signs is meant.
      const from = Math.max(text.lastIndexOf('\n', start) + 1, start - 30);
      const to = Math.max(end, (text.indexOf('\n', end) + 1 || text.length + 1) - 1);
      const mutant = {
        file,
        line: line + 1,
        before: short(text.slice(from, to)),
        after: short(text.slice(from, start) + put + text.slice(end, to)),
        source: text.slice(0, start) + put + text.slice(end),
      };
      places.push({ ...change, mutant, node: holderOf(node, change) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return places;
}

/** A condition is turned round in the statement or expression to which it belongs; all else changes the node itself. */
function holderOf(node: ts.Node, { start, text }: Change): ts.Node {
  const isTurned = text.startsWith('!(');
  if (isTurned && ts.isIfStatement(node)) return node.expression;
  if (isTurned && ts.isConditionalExpression(node)) return node.condition;
  return start < node.getStart() ? node.parent : node;
}

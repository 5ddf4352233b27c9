import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { symbolOf, textsOf, type CallsOf } from './expand.ts';

const SERVER = fileURLToPath(new URL('../../..', import.meta.url));

/** A place in the source that asks the database. */
interface Asking {
  /** Under `server/src`. */
  readonly file: string;
  readonly line: number;
  readonly texts: ReadonlySet<string>;
  /** What a row is said to be; nothing for a statement that is only run. */
  readonly row: ts.Type | undefined;
}

export interface FoundStatements {
  readonly checker: ts.TypeChecker;
  readonly askings: readonly Asking[];
  /** Places that cannot be followed, and why. */
  readonly unread: readonly string[];
}

const ASKS = new Set(['rows', 'one', 'maybe', 'run']);
/** A transaction around another one: its statements are those of whoever asks it. */
const HANDS_ON = `${SERVER}src/db/shared-reads.ts`;

/** Each `tx.rows`, `tx.one`, `tx.maybe` and `tx.run` of the server. */
export function findStatements(): FoundStatements {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(`${SERVER}tsconfig.json`, ts.sys.readFile.bind(ts.sys)).config,
    ts.sys,
    SERVER,
  );
  const host = ts.createCompilerHost(options);
  // Comments say nothing about statements.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const program = ts.createProgram(
    [`${SERVER}src/main.ts`, `${SERVER}src/worker.ts`, `${SERVER}src/operator/main.ts`],
    options,
    host,
  );
  const checker = program.getTypeChecker();
  const calls = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(`${SERVER}src/`) && fileName !== HANDS_ON)
    .flatMap(callsIn);
  // What a name stands for costs a check of types, so only calls by the same name are asked.
  const byName = Map.groupBy(calls, ({ expression }) => nameOf(expression));
  const callsOf: CallsOf = (called) =>
    (byName.get(called.name) ?? []).filter(({ expression }) => symbolOf(checker, expression) === called);

  const askings: Asking[] = [];
  const unread: string[] = [];
  for (const call of calls) {
    if (!isAsking(checker, call)) continue;
    const place = placeOf(call);
    try {
      askings.push({ ...place, texts: textsOf(checker, callsOf, call.arguments[0]!), row: rowOf(checker, call) });
    } catch (error) {
      unread.push(`${place.file}:${place.line} ${(error as Error).message}`);
    }
  }
  return { checker, askings, unread };
}

const withoutUndefined = (checker: ts.TypeChecker, type: ts.Type): ts.Type => checker.getNonNullableType(type);

const nameOf = (called: ts.Expression): string =>
  ts.isPropertyAccessExpression(called) ? called.name.text : ts.isIdentifier(called) ? called.text : '';

function callsIn(file: ts.SourceFile): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

function isAsking(checker: ts.TypeChecker, { expression }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression) || !ASKS.has(expression.name.text)) return false;
  return checker.getTypeAtLocation(expression.expression).getSymbol()?.name === 'Tx';
}

function placeOf(node: ts.Node): Pick<Asking, 'file' | 'line'> {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return { file: file.fileName.slice(`${SERVER}src/`.length), line: line + 1 };
}

/** `Row` out of `Promise<Row[]>`, `Promise<Row>` or `Promise<Row | undefined>`. */
function rowOf(checker: ts.TypeChecker, call: ts.CallExpression): ts.Type | undefined {
  const { name } = call.expression as ts.PropertyAccessExpression;
  if (name.text === 'run') return undefined;
  const answer = checker.getAwaitedType(checker.getTypeAtLocation(call))!;
  const row = name.text === 'rows' ? checker.getTypeArguments(answer as ts.TypeReference)[0]! : answer;
  // An answer of no type only tells whether there is one.
  return row.flags & ts.TypeFlags.Unknown ? undefined : withoutUndefined(checker, row);
}

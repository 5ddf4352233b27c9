import ts from 'typescript';
import { Sql } from '#server/db/sql.ts';

/** What an expression of the source may be, as far as statements depend on it. */
type Value = Sql | Closure | Members | readonly Value[] | undefined | typeof UNKNOWN;

/** Anything that the text of a statement does not depend on. */
const UNKNOWN = Symbol('unknown');

/** A function as it is written. */
class Closure {
  readonly node: ts.ArrowFunction | ts.FunctionDeclaration | ts.FunctionExpression;
  constructor(node: Closure['node']) {
    this.node = node;
  }
}

/** An object as it is written. */
class Members {
  readonly node: ts.ObjectLiteralExpression;
  constructor(node: ts.ObjectLiteralExpression) {
    this.node = node;
  }
}

/** The source does something that this reading does not follow. */
class Unreadable extends Error {
  constructor(node: ts.Node, why: string) {
    super(`${why}: ${node.getText().replace(/\s+/g, ' ').slice(0, 80)}`);
  }
}

/** Choices that contradict each other. */
class ImpossibleWay extends Error {}

/** More ways than this through one statement mean that choices are not told apart. */
const MOST_WAYS = 5000;

/** All calls of a function. */
export type CallsOf = (called: ts.Symbol) => readonly ts.CallExpression[];

/** Every text that a statement may have: each choice in the source is taken each way. */
export function textsOf(checker: ts.TypeChecker, callsOf: CallsOf, expression: ts.Expression): Set<string> {
  const texts = new Set<string>();
  const ways = new Ways();
  do {
    try {
      const value = new Reading(checker, callsOf, ways).read(expression);
      if (!(value instanceof Sql)) throw new Unreadable(expression, 'not a statement');
      texts.add(value.text);
    } catch (error) {
      if (!(error instanceof ImpossibleWay)) throw error;
    }
  } while (ways.next());
  if (texts.size === 0) throw new Unreadable(expression, 'no way leads here');
  return texts;
}

/** Goes through all combinations of choices; the same question has one answer in each. */
class Ways {
  readonly #taken: { key: string; at: number; of: number }[] = [];
  #asked = 0;
  #count = 0;

  choose(key: string, of: number): number {
    const known = this.#taken.slice(0, this.#asked).find((choice) => choice.key === key);
    if (known) return Math.min(known.at, of - 1);
    this.#taken[this.#asked] ??= { key, at: 0, of };
    return this.#taken[this.#asked++]?.at ?? 0;
  }

  next(): boolean {
    this.#asked = 0;
    this.#count += 1;
    if (this.#count > MOST_WAYS) throw new Error(`more than ${MOST_WAYS} ways through one statement`);
    for (let last = this.#taken.at(-1); last; last = this.#taken.at(-1)) {
      last.at += 1;
      if (last.at < last.of) return true;
      this.#taken.pop();
    }
    return false;
  }
}

/** One way through a statement. */
class Reading {
  readonly #checker: ts.TypeChecker;
  readonly #callsOf: CallsOf;
  readonly #ways: Ways;
  /** Arguments of the functions that are being read. */
  readonly #given = new Map<ts.ParameterDeclaration, Value>();

  constructor(checker: ts.TypeChecker, callsOf: CallsOf, ways: Ways) {
    this.#checker = checker;
    this.#callsOf = callsOf;
    this.#ways = ways;
  }

  read(node: ts.Expression): Value {
    if (ts.isTaggedTemplateExpression(node)) return this.#template(node);
    if (ts.isIdentifier(node)) return this.#identifier(node);
    if (ts.isCallExpression(node)) return this.#call(node);
    if (ts.isConditionalExpression(node)) {
      return this.read(this.#isTrue(node.condition) ? node.whenTrue : node.whenFalse);
    }
    if (ts.isPropertyAccessExpression(node)) return this.#member(this.read(node.expression), node.name.text);
    if (ts.isElementAccessExpression(node)) return this.#anyMember(node);
    return this.#plain(node);
  }

  #plain(node: ts.Expression): Value {
    if (ts.isObjectLiteralExpression(node)) return new Members(node);
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return new Closure(node);
    if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((element) => this.#element(element));
    if (ts.isBinaryExpression(node)) return this.#binary(node);
    return isWrapping(node) ? this.read(node.expression) : UNKNOWN;
  }

  #template({ tag, template }: ts.TaggedTemplateExpression): Value {
    if (tag.getText() !== 'sql') return UNKNOWN;
    if (ts.isNoSubstitutionTemplateLiteral(template)) return new Sql([template.text], []);
    const inserts = template.templateSpans.map(({ expression }) => this.#insert(expression));
    return new Sql([template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)], inserts);
  }

  /** A fragment becomes text, anything else a parameter. */
  #insert(node: ts.Expression): unknown {
    const types = membersOf(this.#checker.getTypeAtLocation(node)).map((type) => type.getSymbol()?.name);
    if (!types.includes('Sql')) return UNKNOWN;
    const value = this.read(node);
    if (value instanceof Sql || types.some((name) => name !== 'Sql')) return value;
    // The compiler knows that there is one here: another choice than the one taken leads to this place.
    if (value === undefined) throw new ImpossibleWay();
    throw new Unreadable(node, 'a fragment that cannot be followed');
  }

  #identifier(node: ts.Identifier): Value {
    if (node.text === 'undefined') return undefined;
    return this.#declared(symbolOf(this.#checker, node)?.valueDeclaration);
  }

  #declared(declaration: ts.Declaration | undefined): Value {
    if (!declaration) return UNKNOWN;
    if (ts.isParameter(declaration)) return this.#parameter(declaration);
    if (ts.isBindingElement(declaration)) return this.#bindingElement(declaration);
    if (ts.isFunctionDeclaration(declaration)) return new Closure(declaration);
    if (ts.isVariableDeclaration(declaration) && declaration.initializer) return this.read(declaration.initializer);
    return UNKNOWN;
  }

  #bindingElement(element: ts.BindingElement): Value {
    const owner = element.parent.parent;
    const whole = ts.isParameter(owner)
      ? this.#parameter(owner)
      : ts.isVariableDeclaration(owner) && owner.initializer
        ? this.read(owner.initializer)
        : UNKNOWN;
    if (ts.isObjectBindingPattern(element.parent)) {
      return this.#member(whole, (element.propertyName ?? element.name).getText());
    }
    return Array.isArray(whole) ? (whole as readonly Value[])[element.parent.elements.indexOf(element)] : UNKNOWN;
  }

  /** What a caller gives: the one being read, or any of all there are. */
  #parameter(parameter: ts.ParameterDeclaration): Value {
    if (this.#given.has(parameter)) return this.#given.get(parameter);
    if (!mentionsSql(this.#checker.getTypeAtLocation(parameter), this.#checker)) return UNKNOWN;
    const { parent } = parameter;
    if (ts.isCallExpression(parent.parent)) return this.#anyItem(parent.parent);
    const argument = this.#anyCallOf(parent)?.arguments[parent.parameters.indexOf(parameter)];
    return argument ? this.read(argument) : UNKNOWN;
  }

  #anyCallOf(node: ts.SignatureDeclaration): ts.CallExpression | undefined {
    const name = ts.isVariableDeclaration(node.parent) ? node.parent.name : node.name;
    const symbol = name && this.#checker.getSymbolAtLocation(name);
    const calls = symbol ? this.#callsOf(symbol) : [];
    return calls[this.#ways.choose(`caller of ${node.getSourceFile().fileName}:${node.pos}`, calls.length)];
  }

  /** What a function that goes through a list is given: any of the items. */
  #anyItem({ expression }: ts.CallExpression): Value {
    const list = ts.isPropertyAccessExpression(expression) ? this.read(expression.expression) : UNKNOWN;
    if (!Array.isArray(list)) return UNKNOWN;
    return (list as readonly Value[])[this.#ways.choose(`item of ${keyOf(expression)}`, list.length)];
  }

  #call(node: ts.CallExpression): Value {
    const { expression } = node;
    if (ts.isPropertyAccessExpression(expression)) {
      const listed = this.#overList(this.read(expression.expression), expression, node.arguments);
      if (listed !== UNKNOWN) return listed;
    }
    if (!mentionsSql(this.#checker.getTypeAtLocation(node), this.#checker)) return UNKNOWN;
    const callee = this.read(expression);
    return callee instanceof Closure
      ? this.#apply(callee, () => node.arguments.map((given) => this.read(given)))
      : UNKNOWN;
  }

  /** `map` and `reduce` over a list; one that is not known has no element or one. */
  #overList(list: Value, { name, expression }: ts.PropertyAccessExpression, given: readonly ts.Expression[]): Value {
    const work = given[0] && ['map', 'reduce', 'filter'].includes(name.text) ? this.read(given[0]) : UNKNOWN;
    if (!(work instanceof Closure) || name.text === 'filter') return UNKNOWN;
    const items = Array.isArray(list) ? (list as readonly Value[]) : this.#someOf(expression);
    if (name.text === 'map') return items.map((item) => this.#apply(work, () => [item]));
    const first = given[1] ? this.read(given[1]) : undefined;
    return items.reduce<Value>((sum, item) => this.#apply(work, () => [sum, item]), first);
  }

  #someOf(list: ts.Expression): Value[] {
    return this.#ways.choose(`any of ${keyOf(list)}`, 2) === 0 ? [] : [UNKNOWN];
  }

  #element(element: ts.Expression): Value[] {
    const value = this.read(ts.isSpreadElement(element) ? element.expression : element);
    if (!ts.isSpreadElement(element)) return [value];
    if (!Array.isArray(value)) throw new Unreadable(element, 'a list that cannot be followed');
    return value as Value[];
  }

  #apply({ node }: Closure, given: () => Value[]): Value {
    const before = new Map(this.#given);
    const values = given();
    for (const [index, parameter] of node.parameters.entries()) {
      const value = index < values.length ? values[index] : parameter.initializer && this.read(parameter.initializer);
      this.#given.set(parameter, value);
    }
    const result = this.#body(node);
    this.#given.clear();
    for (const [parameter, value] of before) this.#given.set(parameter, value);
    return result;
  }

  #body({ body }: Closure['node']): Value {
    if (!body) return UNKNOWN;
    return ts.isBlock(body) ? this.#statements(body.statements)?.value : this.read(body);
  }

  /** What the first `return` on the way gives. */
  #statements(statements: readonly ts.Statement[]): { value: Value } | undefined {
    for (const statement of statements) {
      const returned = this.#statement(statement);
      if (returned) return returned;
    }
    return undefined;
  }

  #statement(statement: ts.Statement): { value: Value } | undefined {
    if (ts.isReturnStatement(statement)) {
      return { value: statement.expression ? this.read(statement.expression) : undefined };
    }
    if (ts.isBlock(statement)) return this.#statements(statement.statements);
    if (ts.isSwitchStatement(statement)) {
      const { clauses } = statement.caseBlock;
      const at = this.#ways.choose(keyOf(statement.expression), clauses.length);
      return this.#statements(clauses.slice(at).flatMap((clause) => [...clause.statements]));
    }
    if (!ts.isIfStatement(statement)) return undefined;
    if (this.#isTrue(statement.expression)) return this.#statement(statement.thenStatement);
    return statement.elseStatement && this.#statement(statement.elseStatement);
  }

  #isTrue(condition: ts.Expression): boolean {
    return this.#known(condition) ?? this.#ways.choose(keyOf(condition), 2) === 0;
  }

  /** What a condition is, if what it asks about is known. */
  #known(condition: ts.Expression): boolean | undefined {
    if (ts.isBinaryExpression(condition)) return this.#comparison(condition);
    const value = this.read(condition);
    if (value === UNKNOWN) return undefined;
    return value !== undefined;
  }

  #comparison({ left, operatorToken: { kind }, right }: ts.BinaryExpression): boolean | undefined {
    switch (kind) {
      case ts.SyntaxKind.AmpersandAmpersandToken:
        return this.#isTrue(left) && this.#isTrue(right);
      case ts.SyntaxKind.BarBarToken:
        return this.#isTrue(left) || this.#isTrue(right);
      case ts.SyntaxKind.InKeyword:
        return this.#hasMember(right, left);
      case ts.SyntaxKind.InstanceOfKeyword:
        return ifKnown(this.read(left), (value) => value instanceof Sql);
      default:
        return right.getText() === 'undefined' ? this.#isUndefined(left, kind) : undefined;
    }
  }

  /** `a === undefined`, `a !== undefined`. */
  #isUndefined(asked: ts.Expression, operator: ts.SyntaxKind): boolean | undefined {
    const isWanted = operator === ts.SyntaxKind.EqualsEqualsEqualsToken;
    return ifKnown(this.read(asked), (value) => (value === undefined) === isWanted);
  }

  #hasMember(owner: ts.Expression, name: ts.Expression): boolean | undefined {
    const value = this.read(owner);
    return value instanceof Members && ts.isStringLiteral(name)
      ? memberOf(value.node, name.text) !== undefined
      : undefined;
  }

  /** `a ?? b`, `a && b`, `a || b`. */
  #binary({ left, operatorToken, right }: ts.BinaryExpression): Value {
    const { kind } = operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return this.#isTrue(left) ? this.read(right) : undefined;
    if (kind !== ts.SyntaxKind.QuestionQuestionToken && kind !== ts.SyntaxKind.BarBarToken) return UNKNOWN;
    const value = this.read(left);
    if (value === undefined) return this.read(right);
    if (value !== UNKNOWN) return value;
    return this.#isTrue(left) ? value : this.read(right);
  }

  #member(owner: Value, name: string): Value {
    if (!(owner instanceof Members)) return UNKNOWN;
    const member = memberOf(owner.node, name);
    if (member && ts.isPropertyAssignment(member)) return this.read(member.initializer);
    if (member && ts.isShorthandPropertyAssignment(member)) {
      const symbol = this.#checker.getShorthandAssignmentValueSymbol(member);
      return this.#declared(symbol && aliased(this.#checker, symbol).valueDeclaration);
    }
    return owner.node.properties.some((property) => ts.isSpreadAssignment(property)) ? UNKNOWN : undefined;
  }

  /** `TABLE[key]`: any of its members. */
  #anyMember(node: ts.ElementAccessExpression): Value {
    const owner = this.read(node.expression);
    if (!(owner instanceof Members)) return UNKNOWN;
    const { properties } = owner.node;
    const member = properties[this.#ways.choose(keyOf(node), properties.length)];
    return member?.name ? this.#member(owner, nameOf(member.name)) : UNKNOWN;
  }
}

const aliased = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** What a name stands for, wherever it is imported from. */
export function symbolOf(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(node);
  return symbol && aliased(checker, symbol);
}

/** `(a)`, `a as T`, `a satisfies T`, `a!`. */
const isWrapping = (node: ts.Expression): node is ts.Expression & { readonly expression: ts.Expression } =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isNonNullExpression(node);

const ifKnown = (value: Value, ask: (value: Value) => boolean): boolean | undefined =>
  value === UNKNOWN ? undefined : ask(value);

const membersOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

const isSql = (type: ts.Type): boolean => type.getSymbol()?.name === 'Sql';

/** Whether a value of this type is or holds a fragment. */
const mentionsSql = (type: ts.Type, checker: ts.TypeChecker): boolean =>
  membersOf(type).some(
    (member) =>
      isSql(member) ||
      checker
        .getPropertiesOfType(member)
        .some((property) => membersOf(checker.getTypeOfSymbol(property)).some(isSql)) ||
      (checker.isArrayType(member) && checker.getTypeArguments(member as ts.TypeReference).some(isSql)),
  );

/** The same words in the same function ask the same. */
function keyOf(node: ts.Node): string {
  const owner = ts.findAncestor(node, (one) => ts.isFunctionLike(one));
  return `${node.getText()} in ${node.getSourceFile().fileName}:${owner?.pos ?? 0}`;
}

const nameOf = (name: ts.PropertyName): string => (ts.isStringLiteral(name) ? name.text : name.getText());

const memberOf = (node: ts.ObjectLiteralExpression, name: string): ts.ObjectLiteralElementLike | undefined =>
  node.properties.find((property) => property.name && nameOf(property.name) === name);

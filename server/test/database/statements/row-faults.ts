import ts from 'typescript';
import type { StatementColumn } from './describe.ts';

type Fits = (checker: ts.TypeChecker, type: ts.Type) => boolean;

const isNumber: Fits = (checker, type) => checker.isTypeAssignableTo(type, checker.getNumberType());
const isString: Fits = (checker, type) => checker.isTypeAssignableTo(type, checker.getStringType());
const isBoolean: Fits = (checker, type) => checker.isTypeAssignableTo(type, checker.getBooleanType());
const isBuffer: Fits = (_, type) => type.getSymbol()?.name === 'Buffer';

/** What node-postgres makes of a value, with the parsers of `db/types.ts`. A type that is not here needs a look at its parser. */
const READ_AS = new Map<string, Fits>([
  ...['int2', 'int4', 'int8', 'float8'].map((name): [string, Fits] => [name, isNumber]),
  ...['text', 'uuid', 'date', 'timestamptz'].map((name): [string, Fits] => [name, isString]),
  ['bool', isBoolean],
  ['bytea', isBuffer],
  ['json', () => true],
  ['jsonb', () => true],
]);

/** Where the type of a row and the columns of a statement tell different things. */
export function rowFaults(checker: ts.TypeChecker, row: ts.Type, columns: readonly StatementColumn[]): string[] {
  const variants = membersOf(row);
  const said = new Set(variants.flatMap((variant) => checker.getPropertiesOfType(variant).map(({ name }) => name)));
  const missing = [...said].filter((name) => !isMark(name) && !columns.some((column) => column.name === name));
  return [
    ...missing.map((name) => `${name} is not selected`),
    ...columns.flatMap((column) => {
      const types = variants.map((variant) => typesOf(checker, variant, column.name));
      if (types.every(({ length }) => length === 0)) return [`${column.name} is not in the type`];
      // A variant without the column is of the rows that have nothing there.
      const isNullable = column.isNullable && types.every(({ length }) => length > 0);
      return columnFaults(checker, { ...column, isNullable }, types.flat());
    }),
  ];
}

/** The symbol of a branded type, which no value has. */
const isMark = (name: string): boolean => name.startsWith('__@');

function typesOf(checker: ts.TypeChecker, type: ts.Type, name: string): readonly ts.Type[] {
  const property = checker.getPropertyOfType(type, name);
  return property ? membersOf(checker.getTypeOfSymbol(property)) : [];
}

function columnFaults(
  checker: ts.TypeChecker,
  { name, type, isNullable }: StatementColumn,
  said: readonly ts.Type[],
): string[] {
  const wrong = said.filter((one) => !isNull(one) && !fits(checker, type, one));
  const admitsNull = said.some((one) => isNull(one) || isOpen(one));
  return [
    ...wrong.map((one) => `${name} is ${type}, not ${checker.typeToString(one)}`),
    ...(isNullable && !admitsNull ? [`${name} may be null`] : []),
  ];
}

function fits(checker: ts.TypeChecker, column: string, type: ts.Type): boolean {
  if (isOpen(type)) return true;
  if (column.startsWith('_')) return itemsOf(checker, type).every((item) => fits(checker, column.slice(1), item));
  return READ_AS.get(column)?.(checker, type) ?? false;
}

/** What a list holds; nothing fits what is no list. */
function itemsOf(checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] {
  const [item] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
  return item ? membersOf(item) : [checker.getNeverType(), checker.getVoidType()];
}

const isNull = ({ flags }: ts.Type): boolean => (flags & ts.TypeFlags.Null) !== 0;
const isOpen = ({ flags }: ts.Type): boolean => (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;

const membersOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

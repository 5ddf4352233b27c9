/** The decoded parameters of an address, without absent optional ones. */
export type Params = Readonly<Record<string, string | undefined>>;

/**
 * Compiles an address pattern of the specification: `/internet/:user_id`, `/:welcome(welcome)?`, `/payment/:p(i|t)`,
 * `/:product-online`. A parameter is one segment of the path and must match the pattern in its brackets; `?` makes it optional
 * together with the slash before it. The compiled function returns the parameters, or undefined when the path does not match.
 */
export function compile(pattern: string): (path: string) => Params | undefined {
  const names: string[] = [];
  const source = pattern.replace(
    /(\/)?:(\w+)(?:\(([^)]+)\))?(\?)?/g,
    (_, slash = '', name: string, rule = '[^/]+?', optional?: string) => {
      names.push(name);
      return optional ? `(?:${slash}(${rule}))?` : `${slash}(${rule})`;
    },
  );
  const whole = new RegExp(`^${source}/?$`);
  return (path) => {
    const found = whole.exec(path);
    if (!found) return undefined;
    return Object.fromEntries(names.map((name, index) => [name, decoded(found[index + 1])]));
  };
}

function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return part;
  }
}

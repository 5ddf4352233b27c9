import type { ReactNode } from 'react';
import { attributes, escaped, type Props } from './attributes.ts';
import { beginComponent, placeInside, withHooks, type ReactContext } from './hooks.ts';
import { notOurs } from './not-ours.ts';
import { childPlace, ROOT, type TreePlace } from './tree-place.ts';

// The markup that `renderToString` of React makes, of what the screens of the cabinet are made of, for half of the work: React keeps for
// every element what it needs to go on later or to begin anew. Whatever is not known here is left to React as a whole, so a new element
// costs time, not a fault. quick-markup.test.tsx compares both.

interface ReactElement {
  readonly $$typeof: symbol;
  readonly type: unknown;
  readonly props: Props;
}

/** What a type is that is neither the name of an element nor a function. */
interface ReactType {
  readonly $$typeof?: symbol;
  readonly type?: unknown;
  readonly _init?: (payload: unknown) => unknown;
  readonly _payload?: unknown;
}

const ELEMENT = Symbol.for('react.transitional.element');
const SUSPENSE = Symbol.for('react.suspense');
const CONTEXT = Symbol.for('react.context');
const MEMO = Symbol.for('react.memo');
const LAZY = Symbol.for('react.lazy');
const TRANSPARENT: ReadonlySet<unknown> = new Set(
  ['react.fragment', 'react.strict_mode'].map((name) => Symbol.for(name)),
);

const NOTHING: ReadonlySet<string> = new Set(['undefined', 'boolean']);

/** Elements without a rule of their own. */
const USUAL = new Set(
  (
    'a abbr address article aside b blockquote button circle code caption dd defs del details dialog div dl dt em ellipse fieldset figcaption ' +
    'figure footer form g h1 h2 h3 h4 h5 h6 header i ins kbd label legend li line main mark meter nav ol output p path pattern polyline ' +
    'progress rect s search section small span strong sub summary sup svg table tbody td text tfoot th thead time tr u ul'
  ).split(' '),
);
const VOID = new Set(['br', 'hr', 'input', 'wbr', 'col']);
/** Attributes that React writes after the others. */
const LAST: Readonly<Record<string, readonly string[]>> = {
  input: ['name', 'checked', 'value'],
  button: ['name'],
  form: ['action', 'encType', 'method', 'target'],
};
const NONE: readonly string[] = [];

export interface QuickMarkup {
  /** The title of the page, which React writes before everything else; empty if there is none. */
  readonly title: string;
  readonly markup: string;
}

/** The markup of a screen; undefined if React has to render it. */
export function quickMarkup(screen: ReactNode): QuickMarkup | undefined {
  try {
    return new Sheet().draw(screen);
  } catch {
    return undefined;
  }
}

class Sheet {
  #markup = '';
  #title = '';
  /** Whether the markup ends with a text, from which a comment separates the next one. */
  #endsWithText = false;
  #inPicture = 0;
  #contexts = new Map<unknown, unknown>();

  draw(screen: ReactNode): QuickMarkup {
    withHooks((contexts) => {
      this.#contexts = contexts;
      this.#node(screen, ROOT);
    });
    return { title: this.#title, markup: this.#markup };
  }

  #node(node: unknown, place: TreePlace): void {
    if (typeof node === 'string') this.#text(node);
    else if (typeof node === 'number') this.#text(String(node));
    else if (Array.isArray(node)) this.#list(node, place);
    else if (node !== null && typeof node === 'object') this.#element(node as ReactElement, place);
    else if (!NOTHING.has(typeof node) && node !== null) notOurs('a node');
  }

  #text(text: string): void {
    if (text === '') return;
    this.#markup += this.#endsWithText ? `<!-- -->${escaped(text)}` : escaped(text);
    this.#endsWithText = true;
  }

  #list(nodes: readonly unknown[], place: TreePlace): void {
    const count = nodes.length;
    for (let index = 0; index < count; index += 1) this.#node(nodes[index], childPlace(place, count, index));
  }

  #element({ $$typeof, type, props }: ReactElement, place: TreePlace): void {
    if ($$typeof !== ELEMENT) notOurs('a node');
    if (typeof type === 'string') this.#host(type, props, place);
    else if (typeof type === 'function') this.#component(type as Component, props, place);
    else if (TRANSPARENT.has(type)) this.#node(props['children'], place);
    else if (type === SUSPENSE) this.#boundary(props, place);
    else this.#special(type as ReactType, props, place);
  }

  #boundary({ children }: Props, place: TreePlace): void {
    this.#markup += '<!--$-->';
    this.#endsWithText = false;
    this.#node(children, place);
    this.#markup += '<!--/$-->';
    this.#endsWithText = false;
  }

  #component(type: Component, props: Props, place: TreePlace): void {
    if (type.prototype?.isReactComponent) {
      this.#node(instanceOf(type, props).render(), place);
      return;
    }
    beginComponent(place);
    const node = type(props);
    this.#node(node, placeInside(place));
  }

  #special(type: ReactType, props: Props, place: TreePlace): void {
    if (type.$$typeof === CONTEXT) this.#context(type as unknown as ReactContext, props, place);
    else if (type.$$typeof === MEMO) this.#element({ $$typeof: ELEMENT, type: type.type, props }, place);
    // Throws if its file is not there yet.
    else if (type.$$typeof === LAZY)
      this.#element({ $$typeof: ELEMENT, type: type._init?.(type._payload), props }, place);
    else notOurs('a type');
  }

  #context(context: ReactContext, { value, children }: Props, place: TreePlace): void {
    const contexts = this.#contexts;
    const had = contexts.has(context);
    const former = contexts.get(context);
    contexts.set(context, value);
    this.#node(children, place);
    if (had) contexts.set(context, former);
    else contexts.delete(context);
  }

  #host(name: string, props: Props, place: TreePlace): void {
    if (name === 'title') this.#heading(props);
    else if (VOID.has(name)) this.#empty(name, props);
    else if (USUAL.has(name)) this.#usual(name, props, place);
    else notOurs(`<${name}>`);
  }

  /** The title of the page; that of a picture stands where it is. */
  #heading({ children, ...rest }: Props): void {
    if (this.#inPicture > 0 || this.#endsWithText || typeof children !== 'string') notOurs('this title');
    this.#title += `<title${attributes(rest, NONE)}>${escaped(children)}</title>`;
  }

  #empty(name: string, props: Props): void {
    this.#markup += `<${name}${attributes(props, LAST[name] ?? NONE)}/>`;
    this.#endsWithText = false;
  }

  #usual(name: string, props: Props, place: TreePlace): void {
    const { children, dangerouslySetInnerHTML: raw } = props as Props & {
      dangerouslySetInnerHTML?: { __html: string };
    };
    this.#markup += `<${name}${attributes(props, LAST[name] ?? NONE)}>`;
    this.#endsWithText = false;
    if (raw) this.#markup += raw.__html;
    else if (typeof children === 'string') this.#markup += escaped(children);
    else this.#inside(name, children, place);
    this.#markup += `</${name}>`;
    this.#endsWithText = false;
  }

  #inside(name: string, children: unknown, place: TreePlace): void {
    const deeper = name === 'svg' ? 1 : 0;
    this.#inPicture += deeper;
    this.#node(children, place);
    this.#inPicture -= deeper;
  }
}

interface Instance {
  props: Props;
  render: () => unknown;
}

interface Component {
  (props: Props): unknown;
  new (props: Props): Instance;
  readonly prototype?: { readonly isReactComponent?: object; readonly componentWillMount?: unknown };
  readonly contextType?: unknown;
  readonly getDerivedStateFromProps?: unknown;
  readonly defaultProps?: unknown;
}

function instanceOf(type: Component, props: Props): Instance {
  if (type.contextType ?? type.getDerivedStateFromProps ?? type.defaultProps ?? type.prototype?.componentWillMount)
    notOurs('such a class');
  const instance = new type(props);
  instance.props = props;
  return instance;
}

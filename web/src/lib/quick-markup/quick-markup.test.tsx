import * as fc from 'fast-check';
import * as React from 'react';
import {
  Component,
  createContext,
  createElement,
  Fragment,
  lazy,
  memo,
  StrictMode,
  Suspense,
  use,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { quickMarkup } from './quick-markup.ts';

const both = (screen: ReactNode) => {
  const quick = quickMarkup(screen);
  return { ours: quick && quick.title + quick.markup, theirs: renderToString(screen) };
};

const nothing = (): void => undefined;
const Colour = createContext('red');

function Hooks({ start }: { start: number }) {
  const [count] = useState(() => start + 1);
  const [sum] = useReducer(
    (all: number) => all,
    start,
    (all) => all * 2,
  );
  const ref = useRef(start);
  const text = useMemo(() => `${count}/${sum}`, [count, sum]);
  const act = useCallback(nothing, []);
  const stored = useSyncExternalStore(
    () => nothing,
    () => 'in the browser',
    () => 'on the server',
  );
  const deferred = useDeferredValue(text);
  useEffect(() => act());
  return (
    <p ref={() => undefined}>
      {deferred} {ref.current} {stored} {useContext(Colour)}
    </p>
  );
}

class OldWay extends Component<{ children: ReactNode; name: string }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? 'failed' : <b title={this.props.name}>{this.props.children}</b>;
  }
}

const Memo = memo(({ text }: { text: string }) => <i>{text}</i>);
const Loaded = lazy(() => Promise.resolve({ default: () => <u>loaded</u> }));

function Named({ children }: { children?: ReactNode }) {
  const [one, two] = [useId(), useId()];
  return (
    <label htmlFor={one} id={two}>
      {children}
    </label>
  );
}

const STYLE = { left: '5%', '--own': ' 7px ', backgroundColor: 'red', top: 0, right: undefined };

const SCREENS: Record<string, ReactNode> = {
  'texts beside each other': (
    <p>
      Счёт {'«'}
      {5} {''}
      {null}
      {false}
      {undefined}
      {0}
      <b>{'a & b < c > "d" \'e\''}</b> и{' '}
      <Fragment>
        {'ещё'} {['один', 'два', <i key="i" />, 'три']}
      </Fragment>
    </p>
  ),
  'a title, wherever it stands': (
    <main>
      <title>{'Главная — «A & B»'}</title>
      <h1 tabIndex={-1}>Главная</h1>
    </main>
  ),
  attributes: (
    <form className="a b" action="/lk/payment" noValidate onSubmit={nothing} data-on={false} aria-busy={true}>
      <input type="checkbox" checked readOnly name="n" value={5} id="after" disabled={false} required />
      <input inputMode="decimal" autoComplete="off" spellCheck={false} maxLength={7} value="" onChange={nothing} />
      <button name="x" type="submit" hidden autoFocus disabled className={undefined}>
        Да
      </button>
      <a href="/lk/?a=1&b=2" title="'кавычки'">
        b
      </a>
      <svg viewBox="0 0 24 24" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 0" style={STYLE} />
      </svg>
      <p style={{}} dangerouslySetInnerHTML={{ __html: '<i>as it is</i>' }} />
      <td colSpan={2} />
      <br />
      <time dateTime="2026-11-27">сегодня</time>
      <meter value={0.5} min={0} max={1} />
    </form>
  ),
  'all hooks': (
    <Colour value="green">
      <Hooks start={3} />
      <Colour value="blue">
        <Hooks start={4} />
      </Colour>
      <Hooks start={5} />
    </Colour>
  ),
  'a default context': <Hooks start={1} />,
  'parts of other kinds': (
    <StrictMode>
      <OldWay name="old">
        text <Memo text="memo" />
      </OldWay>
      {'before'}
      <Suspense fallback="waits">
        inside
        <Loaded />
      </Suspense>
      after
    </StrictMode>
  ),
  'ids in components of components': (
    <Named>
      <Named />
      {[1, 2, 3].map((one) => (
        <div key={one}>
          <Named>
            <Named />
          </Named>
        </div>
      ))}
    </Named>
  ),
};

test.for(Object.entries(SCREENS))('markup is that of React: %s', async ([, screen]) => {
  await Promise.resolve(renderToString(screen));
  const { ours, theirs } = both(screen);
  expect(ours).toBe(theirs);
});

const { tree } = fc.letrec<{ tree: ReactNode }>((again) => ({
  tree: fc.oneof(
    { maxDepth: 14, withCrossShrink: true },
    fc.constantFrom<ReactNode>('text', null, 7, <Named key="n" />),
    again('tree').map((inside) => <Named>{inside}</Named>),
    again('tree').map((inside) => <p>{inside}</p>),
    // A list without keys.
    fc.array(again('tree'), { minLength: 1, maxLength: 9 }).map((inside) => createElement(Fragment, null, ...inside)),
    again('tree').map((inside) => <Suspense>{inside}</Suspense>),
  ),
}));

test('ids and comments are those of React in any tree, also in one so deep that its places need more than thirty bits', () => {
  const deep = Array.from({ length: 12 }).reduce<ReactNode>(
    (inside) => [
      <i key="before" />,
      <Named key="deep">
        {inside}
        <Named />
      </Named>,
    ],
    <Named />,
  );
  const { ours, theirs } = both(deep);
  expect(ours).toBe(theirs);
  fc.assert(
    fc.property(tree, (screen) => {
      const found = both(screen);
      expect(found.ours).toBe(found.theirs);
    }),
    { numRuns: 300 },
  );
});

function Restless() {
  const [count, setCount] = useState(0);
  if (count < 1) setCount(1);
  return count;
}

function Broken(): ReactNode {
  throw new Error('broken');
}

const Waits = () => use(new Promise<string>(nothing));

const hooksOfReact = (): unknown =>
  (React as unknown as Record<string, { H: unknown }>)[
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  ]?.H;

const NOT_OURS: Record<string, ReactNode> = {
  'an element with a rule of its own': <img src="/a.png" alt="" />,
  'an attribute with a rule of its own': <a href="/a" download />,
  'an address that runs a script': <a href="javascript:void 0">a</a>,
  'a number that needs a unit': <p style={{ width: 5 }} />,
  'an attribute that nobody has written yet': <p contentEditable />,
  'state that changes while it is rendered': <Restless />,
  'a part that fails': <Broken />,
  'a part that waits': <Waits />,
  'a file that is not there': (
    <Suspense>
      {((Late) => (
        <Late />
      ))(lazy(() => new Promise<{ default: () => ReactNode }>(nothing)))}
    </Suspense>
  ),
  'a title inside a picture': (
    <svg>
      <title>a</title>
    </svg>
  ),
};

test.for(Object.entries(NOT_OURS))('the whole screen is left to React: %s', ([, screen]) => {
  const before = hooksOfReact();
  expect(quickMarkup(<main>{screen}</main>)).toBeUndefined();
  // As between two renderings of React: of a browser, too, if one was in this process before.
  expect(hooksOfReact()).toBe(before);
});

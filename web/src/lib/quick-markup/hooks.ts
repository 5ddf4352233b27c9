import * as React from 'react';
import { notOurs } from './not-ours.ts';
import { childPlace, idAt, ROOT, type TreePlace } from './tree-place.ts';

// What the hooks of React do in a component that is rendered once: state is what it begins with, nothing is remembered and no effect runs.

/** A context of React. */
export interface ReactContext {
  readonly _currentValue: unknown;
}

/** The component that is being rendered. */
interface Current {
  place: TreePlace;
  ids: number;
  readonly contexts: Map<unknown, unknown>;
}

let current: Current | undefined;

const changed = (): never => notOurs('state that changes while it is rendered');
const began = (first: unknown): unknown => (typeof first === 'function' ? (first as () => unknown)() : first);
const noEffect = (): void => undefined;

const valueOf = (context: ReactContext): unknown =>
  current?.contexts.has(context) ? current.contexts.get(context) : context._currentValue;

const nextId = (): string => {
  if (!current) return notOurs('an id outside a component');
  current.ids += 1;
  return idAt(current.place, current.ids - 1);
};

const HOOKS = {
  useState: (first: unknown) => [began(first), changed],
  useReducer: (_: unknown, first: unknown, init?: (one: unknown) => unknown) => [init ? init(first) : first, changed],
  useRef: (first: unknown) => ({ current: first }),
  useMemo: (make: () => unknown) => make(),
  useCallback: (work: unknown) => work,
  useEffectEvent: (work: unknown) => work,
  useContext: valueOf,
  useId: nextId,
  useSyncExternalStore: (_: unknown, __: unknown, onServer: () => unknown) => onServer(),
  useDeferredValue: (value: unknown, first?: unknown) => (first === undefined ? value : first),
  useEffect: noEffect,
  useLayoutEffect: noEffect,
  useInsertionEffect: noEffect,
  useImperativeHandle: noEffect,
  useDebugValue: noEffect,
};

interface Internals {
  H: unknown;
}

/** Where React looks for its hooks; it has this name in React 19. */
const internals = (React as unknown as Record<string, Internals | undefined>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];

/** Runs `work` with these hooks. */
export function withHooks(work: (contexts: Map<unknown, unknown>) => void): void {
  if (!internals) return notOurs('another React');
  const former = internals.H;
  const contexts = new Map<unknown, unknown>();
  internals.H = HOOKS;
  current = { place: ROOT, ids: 0, contexts };
  try {
    work(contexts);
  } finally {
    internals.H = former;
    current = undefined;
  }
}

/** A component at this place is rendered next. */
export function beginComponent(place: TreePlace): void {
  if (!current) return notOurs('a component outside a screen');
  current.place = place;
  current.ids = 0;
}

/** The place of what the component has rendered: one deeper if it has an id. */
export const placeInside = (place: TreePlace): TreePlace =>
  current && current.ids > 0 ? childPlace(place, 1, 0) : place;

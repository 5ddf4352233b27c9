export const afterFirst = () => import('./after-first.ts');
/** What few clients see. */
export const seldom = () => import('./seldom.ts');

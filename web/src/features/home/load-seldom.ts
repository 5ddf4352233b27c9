/** What few clients see. */
export const seldom = () => import('./seldom.ts');

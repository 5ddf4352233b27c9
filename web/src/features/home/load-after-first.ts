export const afterFirst = () => import('./after-first.ts');

// What pages show of a promised payment, in one file (`later-promised.tsx`).
export { PromiseNow } from './promise-now.tsx';
export { PromisedCard, PromisedWay } from './promised-payment.tsx';

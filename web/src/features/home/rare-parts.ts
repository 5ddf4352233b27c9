// One file for all of them: who has a debt mostly needs several.
export { FailureCards } from './failure-cards.tsx';
export { ManyServices } from './many-services.tsx';
export { NoServices } from './no-services.tsx';
export { TroubleCard } from './trouble-card.tsx';
export { WhileOff } from './while-off.tsx';

// One file for all of them: one request is better than several (web/build/first-load.ts).
export { FailureCards } from './failure-cards.tsx';
export { NoServices } from './no-services.tsx';
export { SinceLastVisit } from './since-last-visit.tsx';
export { TelephoneCard } from './telephone-card.tsx';
export { TroubleCard } from './trouble-card.tsx';
export { WhileOff } from './while-off.tsx';

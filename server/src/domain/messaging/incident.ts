// An incident is shown to all clients at its places. It is not a notice, because a notice goes to one client.
export { hideIncident, showIncident } from './message.queries.ts';

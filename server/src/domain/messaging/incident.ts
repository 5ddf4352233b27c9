// An incident is shown to everybody at its places by one message, which is no notice to one client.
export { hideIncident, showIncident } from './message.queries.ts';

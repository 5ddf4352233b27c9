import { useState } from 'react';
import { momentTyped, type IncidentKind } from './incidents.texts.ts';

const DEFAULT_FREE_MINUTES = '30';

/** Where: the whole town, or one of its districts, or a street with its houses. */
export interface IncidentPlaceChosen {
  readonly town: string;
  readonly district: string;
  readonly street: string;
  readonly houses: string;
}

const NOWHERE: IncidentPlaceChosen = { town: '', district: '', street: '', houses: '' };

/** Only what is filled is sent. */
const filled = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''));

/** What is typed of a new incident, and the body of the call when there is enough of it. */
export function useIncidentForm() {
  const [place, setPlace] = useState(NOWHERE);
  const [cause, setCause] = useState('');
  const [services, setServices] = useState<readonly IncidentKind[]>([]);
  const [until, setUntil] = useState('');
  const [free, setFree] = useState(DEFAULT_FREE_MINUTES);
  const body = filled({
    ...place,
    cause,
    services: services.join(','),
    until: momentTyped(until),
    free_minutes: free,
  });
  const isFit = cause.trim() !== '' && place.town !== '';
  return {
    ...{ place, cause, services, until, free },
    choose: (next: Partial<IncidentPlaceChosen>) => setPlace({ ...place, ...next }),
    setCause,
    setUntil,
    setFree,
    toggle: (kind: IncidentKind) =>
      setServices(services.includes(kind) ? services.filter((one) => one !== kind) : [...services, kind]),
    body: body as { cause: string; town: string },
    /** The body as text; undefined: there is not enough of it. */
    shown: isFit ? JSON.stringify(body) : undefined,
  };
}

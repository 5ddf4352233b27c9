import { createContext } from 'react';

/** The host of the page where there is no `location`: on the server, which renders the sign-in page. */
export const Host = createContext<string | undefined>(undefined);

/** A passkey belongs to a domain: at a bare address there is none. */
export const isAtDomain = (host = location.hostname): boolean => !/^[\d.]+$|:/.test(host);

import { createContext } from 'react';

/** The host of the page where there is no `location`: on the server, which renders the sign-in page. */
export const Host = createContext<string | undefined>(undefined);

/** Whether the host is a domain name: a passkey belongs to a domain, so at an IP address there are none. */
export const isAtDomain = (host = location.hostname): boolean => !/^[\d.]+$|:/.test(host);

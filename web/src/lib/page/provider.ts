import { setZone } from '../text/format.ts';

/** The operator's look and contacts: settings of the installation, which the server embeds into the page. */
export interface Provider {
  name: string;
  /** Hue 0–360 and chroma 0–0.16 of the accent. */
  accent_hue: number;
  accent_chroma: number;
  /** Address of a square picture; null for the mark of the product. */
  logo: string | null;
  support_phones: readonly { label: string; phone: string }[];
  /** Address of the operator's site. */
  site: string | null;
  documents: readonly { title: string; url: string }[];
  /** Whether the operator has a mail server. */
  has_mail?: boolean;
  /** The word of `/speed-test/{product}` and `/{product}-online`. */
  product?: string;
  /** IANA zone in which moments are shown. */
  time_zone?: string;
  /** Whether text messages and letters with codes are sent; absent: both. */
  codes?: Readonly<Record<'phone' | 'email', boolean>>;
  /** Whether the cabinet opens without a network. */
  offline?: boolean;
}

let provider: Provider = {
  name: 'Личный кабинет',
  accent_hue: 236,
  accent_chroma: 0.115,
  logo: null,
  support_phones: [],
  site: null,
  documents: [],
};

/** The operator, the same for the whole life of the page. */
export const providerNow = (): Provider => provider;
/** The same, in a component. */
export const useProvider = (): Provider => providerNow();

/** Sets the operator's data and the zone of its moments. */
export function setProvider(given: Partial<Provider>): void {
  provider = { ...provider, ...given };
  if (provider.time_zone) setZone(provider.time_zone);
}

/** Reads the data that the server embedded; requests the file if the page has none (development). */
export async function loadProvider(): Promise<Provider> {
  const embedded = document.getElementById('provider')?.textContent;
  try {
    setProvider(embedded ? (JSON.parse(embedded) as Partial<Provider>) : await fetchProvider());
  } catch {
    // Without these data the cabinet still works, in the colours of the product.
  }
  return provider;
}

async function fetchProvider(): Promise<Partial<Provider>> {
  const answer = await fetch(`${import.meta.env.BASE_URL}provider.json`);
  return (await answer.json()) as Partial<Provider>;
}

import type { CatalogueField } from '@kabinet/contract/staff';
import type { SoldKind } from '../price/sold.rules.ts';

export type CatalogueService = 'internet' | 'tv' | 'sip' | 'mail' | 'telephone' | 'contract';

/** What is written about a thing, as it is read: null, nothing. */
export type CatalogueValues = Readonly<Record<CatalogueField, string | null>>;

const OF_KIND = {
  plan: ['name', 'summary', 'audience'],
  option: ['name', 'description', 'terms'],
  program: ['name', 'section', 'summary', 'badge', 'description', 'terms'],
} as const satisfies Record<SoldKind, readonly CatalogueField[]>;

const OF_PLAN: Partial<Record<CatalogueService, readonly CatalogueField[]>> = {
  internet: ['mbit'],
  mail: ['gigabytes', 'boxes'],
  tv: ['channels'],
};

/** What can be written about a thing of this kind, in the order in which it is read. */
export function catalogueFields(kind: SoldKind, service: CatalogueService): readonly CatalogueField[] {
  const more = kind === 'plan' ? OF_PLAN[service] : kind === 'program' && service === 'tv' ? OF_PLAN.tv : undefined;
  return [...OF_KIND[kind], ...(more ?? [])];
}

/** What the network is told, so that whoever runs it may write it alone. */
export const PROFILE_FIELDS: readonly CatalogueField[] = ['mbit', 'channels'];

/** Fields that are empty when nothing is written; the others have no value then. */
const EMPTY: readonly CatalogueField[] = ['summary', 'description', 'terms', 'section', 'channels'];

/** A field that was left empty. */
export const nothingIn = (field: CatalogueField): string | null => (EMPTY.includes(field) ? '' : null);

export type CatalogueStateName = 'draft' | 'sold' | 'archived';

export function stateOf({ is_archived, is_draft }: { is_archived: boolean; is_draft: boolean }): CatalogueStateName {
  if (is_draft) return 'draft';
  return is_archived ? 'archived' : 'sold';
}

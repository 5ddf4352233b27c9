/** A text with plain spaces instead of those that keep words together. */
export const plainSpaces = (text: string | null | undefined): string => (text ?? '').replaceAll('\u00a0', ' ');

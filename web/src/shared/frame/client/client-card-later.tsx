import { laterInDialog } from '#web/shared/page/later-in-dialog.tsx';

/** The client card for dialogs. */
export const ClientCardLater = laterInDialog(async () => (await import('./client-card.tsx')).ClientCard);

import type { Notice } from '#server/domain/messaging/notice.ts';
import { fieldsOf, saidBy } from '#server/domain/messaging/notify.ts';
import type { TextFields, OwnText } from '#server/domain/messaging/own-text.rules.ts';

/** A notice as a client would get it, with the operator's own text or the built-in one. */
export interface NoticeExample {
  readonly name: string;
  readonly category: Notice<never>['category'];
  readonly fields: TextFields;
  readonly said: (own?: OwnText) => ReturnType<typeof saidBy>;
  /** Whether no channel sends it. */
  readonly isPortalOnly: boolean;
}

export const example = <Data>(notice: Notice<Data>, data: NoInfer<Data>): NoticeExample => ({
  name: notice.name,
  category: notice.category,
  fields: fieldsOf(notice, data),
  said: (own) => saidBy(notice, data, own),
  isPortalOnly: notice.isPortalOnly === true,
});

import { Card } from '#ui/card.tsx';
import type { IconName } from '#ui/icon.tsx';
import { Rows } from '#ui/rows.tsx';
import type { Tone } from '#ui/state.tsx';
import { Note } from './service-note.tsx';
import { ServiceText } from './service-text.tsx';
import type { ServiceMessage } from './service-texts.ts';

export const messageLooks: Record<ServiceMessage['kind'], { icon: IconName; tone: Tone }> = {
  duty: { icon: 'circle-alert', tone: 'bad' },
  days_left: { icon: 'clock', tone: 'wait' },
  info: { icon: 'info', tone: 'info' },
};

/** What the provider says of a service: what is owed, for how long the money lasts, news. */
export function ServiceMessages({ messages }: { messages: readonly ServiceMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <Card title="Важное об услуге">
      <Rows>
        {messages.map(({ kind, text }) => (
          <Note key={text} {...messageLooks[kind]}>
            <ServiceText text={text} />
          </Note>
        ))}
      </Rows>
    </Card>
  );
}

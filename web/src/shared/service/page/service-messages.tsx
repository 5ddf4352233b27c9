import { Card } from '#web/ui/card/card.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { Note } from './service-note.tsx';
import { ServiceText } from '../text/service-text.tsx';
import { messageLooks, type ServiceMessage } from '../text/service-texts.ts';

/** The provider's messages about a service: debt, how long the money lasts, news. */
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

/** An event as the server sends it. */
export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

interface Parsed {
  readonly id: string | undefined;
  readonly sent: StreamEvent | undefined;
}

/** One block of the stream: lines «field: value». */
function parse(block: string): Parsed {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
  const event = fields.get('event');
  const id = fields.get('id');
  return { id, sent: event === undefined ? undefined : { event, data: JSON.parse(fields.get('data') ?? '{}') } };
}

interface Reader {
  /** Called with each event. */
  readonly on: (sent: StreamEvent) => void;
  /** Called with the id of the last event that has been handled. */
  readonly onId: (id: string) => void;
  /** Called whenever data come, even if they contain no event. */
  readonly onLife: () => void;
}

/** Reads a stream of events to its end. `EventSource` cannot: it sends no token. */
export async function readStream(body: ReadableStream<Uint8Array>, { on, onId, onLife }: Reader): Promise<void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onLife();
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const { id, sent } = parse(block);
      // Report the id only after its event has been handled: if the stream breaks in between, the server sends the event again.
      if (sent) on(sent);
      if (id !== undefined) onId(id);
    }
  }
}

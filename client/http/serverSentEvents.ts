export interface ServerSentEvent {
  event: string;
  data: string;
  id: string;
}

/** The events of a stream, as the HTML standard has them. */
export async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let fields: Record<string, string> = {};
  for await (const line of linesOf(body)) {
    if (line === '') {
      if (fields['data'] !== undefined)
        yield { event: fields['event'] ?? 'message', data: fields['data'], id: fields['id'] ?? '' };
      fields = {};
      continue;
    }
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === 'data' && fields['data'] !== undefined) fields['data'] += `\n${value}`;
    else if (name !== '') fields[name] = value;
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    // Whoever stops listening closes the connection.
    await reader.cancel().catch(() => {});
  }
}

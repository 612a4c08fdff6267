import type { EventStore } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** What a session keeps for a client whose connection has broken. */
const maxLength = 128 * 1024;

interface StoredEvent {
  id: string;
  stream: string;
  message: JSONRPCMessage;
  length: number;
}

/** The last events of a session, so that a client that connects again gets those that it has missed. */
export function createEventStore(): EventStore {
  const events: StoredEvent[] = [];
  let length = 0;
  let count = 0;
  return {
    async storeEvent(stream, message) {
      count += 1;
      const event = { id: `${stream}_${count}`, stream, message, length: JSON.stringify(message).length };
      events.push(event);
      length += event.length;
      while (length > maxLength && events.length > 1) length -= events.shift()?.length ?? 0;
      return event.id;
    },

    getStreamIdForEventId: async (id) => streamOf(id),

    async replayEventsAfter(lastId, { send }) {
      const stream = streamOf(lastId);
      const at = events.findIndex(({ id }) => id === lastId);
      for (const event of events.slice(at + 1)) {
        // The first event of a stream is empty, and only gives it an id.
        if (event.stream === stream && Object.keys(event.message).length > 0) await send(event.id, event.message);
      }
      return stream;
    },
  };
}

function streamOf(id: string): string {
  return id.slice(0, id.lastIndexOf('_'));
}

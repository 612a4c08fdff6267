import { TextDecoder } from 'node:util';
import { declaredCharsetOf } from '../../pages/charset.ts';
import type { SitemapReader } from './entries.ts';
import { createTextReader } from './text.ts';
import { createXmlReader } from './xml.ts';

/** Enough to tell XML from text and to see a declared charset. */
const headBytes = 1_024;

interface SitemapSink {
  write(bytes: Buffer): void;
  end(): void;
}

/** Reads a sitemap of any kind from its bytes, whatever type its site says that it has. */
export function createSitemapSink(reader: SitemapReader, contentType?: string): SitemapSink {
  let head = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  let target: { write(text: string): void; end?(): void } | undefined;

  function begin() {
    decoder = new TextDecoder(declaredCharsetOf(head, contentType) ?? 'utf-8');
    const text = decoder.decode(head, { stream: true });
    target = text.trimStart().startsWith('<') ? createXmlReader(reader) : createTextReader(reader);
    target.write(text);
  }

  return {
    write(bytes) {
      if (target && decoder) {
        target.write(decoder.decode(bytes, { stream: true }));
        return;
      }
      head = Buffer.concat([head, bytes]);
      if (head.length >= headBytes) begin();
    },
    end() {
      if (!target) begin();
      if (decoder) target?.write(decoder.decode());
      target?.end?.();
    },
  };
}

import { Failure, failures } from '../../contracts/failures.ts';
import type { Objects } from '../../storage/objectStore.ts';
import type { Renderer } from '../egress/render.ts';
import { itemOf } from './item.ts';
import type { Converter } from './offThread.ts';
import type { ReadPage } from './read.ts';

interface Parts {
  renderer: Renderer;
  converter: Converter;
  objects: Pick<Objects, 'putScreenshot'>;
  /** For pages that were only rendered because they looked as if they needed it. */
  overHttp: ReadPage;
}

/** Renders a page in Chromium and converts what it shows. */
export function createReadInBrowser({ renderer, converter, objects, overHttp }: Parts): ReadPage {
  return async (page) => {
    const { url, options, signal, reason } = page;
    try {
      return await render();
    } catch (error) {
      // The page did answer over HTTP; better what was on it then than nothing.
      if (options.engine !== 'auto' || !(error instanceof Failure) || failures[error.kind].status !== 422) throw error;
      const plain = await overHttp({ ...page, options: { ...options, engine: 'http' } }).catch(() => undefined);
      if (!plain || !('item' in plain) || options.formats.includes('screenshot')) throw error;
      const warning = `The page looks as if it needed a browser, but rendering it failed (${error.message}); this is what it shows without.`;
      return { item: { ...plain.item, warning } };
    }

    async function render() {
      const rendered = await renderer.render({
        url,
        waitForMs: options.waitFor,
        timeoutMs: options.timeout,
        mobile: options.mobile,
        ...(options.headers && { headers: options.headers }),
        screenshot: options.formats.includes('screenshot'),
        signal,
      });
      if (rendered.status >= 400) {
        throw new Failure('PageRefused', `The site answered ${rendered.status}.`, { statusCode: rendered.status });
      }
      const { html, url: found, status: statusCode, contentType } = rendered;
      const content = await converter.convert(
        { body: Buffer.from(html), contentType: 'text/html; charset=utf-8', url: found, options },
        signal,
      );
      const screenshot = rendered.screenshot && (await objects.putScreenshot(rendered.screenshot));
      const reading = {
        url: found,
        statusCode,
        contentType,
        engine: 'browser' as const,
        ...(reason && { engineReason: reason }),
      };
      return { item: itemOf(url, content, reading, screenshot) };
    }
  };
}

import { Failure, failures } from '../../contracts/failures.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { FileFormat, Objects } from '../../storage/objectStore.ts';
import type { BrowserRenderer } from '../egress/browserRenderer.ts';
import type { Converter } from './converterPool.ts';
import { isReadable } from './errorPages.ts';
import { itemOf } from './item.ts';
import type { ReadPage } from './readPage.ts';
import { joinWarnings } from './warnings.ts';

interface Deps {
  renderer: BrowserRenderer;
  converter: Converter;
  objects: Pick<Objects, 'putFile'>;
  /** The fallback when rendering fails. */
  overHttp: ReadPage;
}

/** Renders a page in Chromium and converts the HTML that results. */
export function createReadInBrowser({ renderer, converter, objects, overHttp }: Deps): ReadPage {
  return async (page) => {
    const { url, options, signal, reason } = page;
    try {
      return await render();
    } catch (error) {
      // With `engine: auto` the page has answered over HTTP before; what it holds without scripts is better than nothing.
      if (
        options.engine !== 'auto' ||
        hasActions(options) ||
        !(error instanceof Failure) ||
        failures[error.kind].status !== 422
      )
        throw error;
      const plain = await overHttp({ ...page, options: { ...options, engine: 'http' } }).catch(() => undefined);
      if (!plain || !('item' in plain) || options.formats.includes('screenshot')) throw error;
      const warning = `The page looks as if it needed a browser, but rendering it failed, so this is what it shows without. ${error.message}`;
      return { item: { ...plain.item, warning: joinWarnings(warning, plain.item.warning) } };
    }

    async function render() {
      const rendered = await renderer.render({
        url,
        waitForMs: options.waitFor,
        timeoutMs: options.timeout,
        mobile: options.mobile,
        ...(options.headers && { headers: options.headers }),
        ...(options.cookies && { cookies: options.cookies }),
        via: page.proxy,
        location: options.location,
        screenshot: options.formats.includes('screenshot') && (options.formatOptions?.screenshot ?? {}),
        ...(options.actions && { actions: options.actions }),
        signal,
        owner: page.account,
        ...(page.look && { look: page.look }),
      });
      if (!isReadable(rendered.status, options)) {
        throw new Failure('PageRefused', `The site answered ${rendered.status}.`, { statusCode: rendered.status });
      }
      const { html, url: finalUrl, status: statusCode, contentType } = rendered;
      const content = await converter.convert(
        { body: Buffer.from(html), contentType: 'text/html; charset=utf-8', url: finalUrl, options },
        signal,
      );
      const taken = rendered.screenshot;
      const screenshot = taken && (await put(taken));
      const actions = rendered.actions && {
        ...rendered.actions,
        screenshots: await Promise.all(rendered.actions.screenshots.map(put)),
        pdfs: await Promise.all(rendered.actions.pdfs.map((bytes) => put({ bytes, format: 'pdf' }))),
      };
      const reading = {
        url: finalUrl,
        statusCode,
        contentType,
        engine: 'browser' as const,
        ...(reason && { engineReason: reason }),
      };
      return {
        item: itemOf(url, content, reading, { ...(screenshot && { screenshot }), ...(actions && { actions }) }),
      };
    }

    function put({ bytes, format }: { bytes: Buffer; format: FileFormat }): Promise<string> {
      return objects.putFile(page.account, bytes, format);
    }
  };
}

/** What a page holds without them is not what was asked for. */
function hasActions({ actions = [] }: PageOptions): boolean {
  return actions.length > 0;
}

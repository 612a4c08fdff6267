import type { Page } from 'puppeteer';
import type { ProxyServer } from '../../contracts/egress/proxies.ts';
import type { EgressRules } from '../../contracts/egress/rules.ts';
import { checkUrl } from '../../contracts/egress/url.ts';
import { Failure } from '../../contracts/failures.ts';
import type { LogoPicture } from '../../contracts/results/brandingDraft.ts';
import type { BrowserPool, Progress } from '../egress/browserPool.ts';
import { type ForwardProxies, type ForwardProxy, forwardProxyFor } from '../egress/forwardProxy.ts';
import { trackNavigation } from '../egress/navigation.ts';
import { watchTraffic } from '../egress/traffic.ts';
import { waitUntilStable } from '../egress/waitUntilStable.ts';
import type { DecoderPool } from '../icons/decode/pool.ts';
import type { Collector } from './collector.ts';
import { asDesktop } from './desktop.ts';
import type { Evidence } from './evidence.ts';
import { logoPictures } from './logoPictures.ts';

export interface PageCapture {
  evidence: Evidence;
  /** Pictures that may be the logo. */
  pictures: LogoPicture[];
  /** Present if the page was read before it had finished loading. */
  warning?: string;
}

interface CaptureRequest {
  url: string;
  timeoutMs: number;
  /** The proxy through which to connect. */
  via?: ProxyServer | undefined;
  signal?: AbortSignal | undefined;
}

export type CapturePage = (request: CaptureRequest) => Promise<PageCapture>;

interface Deps {
  rules: EgressRules;
  pool: BrowserPool;
  proxy: Pick<ForwardProxy, 'failureFor'>;
  throughProxies?: ForwardProxies;
  collector: Collector;
  decoder: Pick<DecoderPool, 'makePreview' | 'warm'>;
}

/** The part of the timeout that is reserved for reading a page that does not finish loading. */
const readReserveMs = 12_000;

/** Opens a page as a desktop browser would and collects its evidence. */
export function createCapturePage(deps: Deps): CapturePage {
  const { rules, pool, proxy, throughProxies = new Map(), collector, decoder } = deps;
  return async ({ url, timeoutMs, via, signal }) => {
    const forward = forwardProxyFor(via, throughProxies);
    const checked = checkUrl(url, rules);
    if (checked.url === undefined) throw new Failure(checked.kind, checked.problem);
    const target = checked.url;
    const settings = {
      origin: target.origin,
      headers: {},
      mobile: false,
      loadsMedia: true,
      timeoutMs,
      proxyUrl: forward?.url,
      signal,
    };

    async function read(page: Page, progress: Progress): Promise<PageCapture> {
      // Starts while the page loads.
      void decoder.warm();
      const deadline = Date.now() + timeoutMs;
      const navigation = trackNavigation(page, target, { proxy: forward ?? proxy, timeoutMs });
      const traffic = watchTraffic(page, settings);
      progress.enter('waiting for the answer');
      const reader = await collector.attach(page);
      await asDesktop(page);
      const finished = await navigate(page, target.href, Math.max(timeoutMs - readReserveMs, timeoutMs / 2)).catch(
        (error: unknown) => {
          throw navigation.failureOf(error);
        },
      );
      checkResponse(navigation.lastResponse(), finished);
      progress.enter('rendering the page');
      if (finished) await waitUntilStable(page, traffic, deadline - Date.now() - readReserveMs / 2);
      else await reader.stopScript();
      // The page may have navigated in the meantime.
      checkResponse(navigation.lastResponse(), finished);
      progress.enter('reading the page');
      const evidence = await reader.read();
      const pictures = await logoPictures(evidence, { readResource: reader.readResource, decoder, signal });
      return {
        evidence,
        pictures,
        ...(!finished && { warning: 'The page had not finished loading when it was read.' }),
      };
    }
    return pool.withPage(settings, read);
  };
}

/** False if the page has begun to load but does not finish: what has loaded can still be read. */
async function navigate(page: Page, href: string, timeout: number): Promise<boolean> {
  try {
    await page.goto(href, { waitUntil: 'domcontentloaded', timeout });
    return true;
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    if (!isTimeout || page.url() === 'about:blank') throw error;
    return false;
  }
}

interface PageResponse {
  status: number;
  contentType?: string;
}

function checkResponse({ status, contentType = 'text/html' }: PageResponse, finished: boolean): void {
  if (status >= 400) throw new Failure('PageRefused', `The site answered ${status}.`, { statusCode: status });
  if (status === 0 && !finished) throw new Failure('PageTimedOut', 'The site did not answer in time.');
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!/^(?:text\/html|application\/xhtml\+xml)$/.test(type)) {
    throw new Failure('PageNotText', `The address answers with ${type}, not with a page.`);
  }
}

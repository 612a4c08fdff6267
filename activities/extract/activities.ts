import { cancellationSignal } from '@temporalio/activity';
import { Failure } from '../../contracts/failures.ts';
import type { ExtractStep } from '../../contracts/work/extract.ts';
import type { Logger } from '../../runtime/log.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Extractor, ExtractRequest } from './extractor.ts';

interface Deps {
  storage: Pick<Storage, 'answers' | 'pages'>;
  extract: Extractor;
  log: Logger;
}

export type ExtractActivities = ReturnType<typeof createExtractActivities>;

export function createExtractActivities({ storage, extract, log }: Deps) {
  return {
    /** Extracts the requested data from a page that has been read, and stores it as the job's answer. */
    async extractData({ job, page, url, account, requestId }: ExtractStep): Promise<void> {
      const [question, item] = await Promise.all([
        storage.answers.question<ExtractRequest>(job),
        storage.pages.find(page, 0),
      ]);
      if (!question || !item) throw new Failure('NotFound', 'The question has expired.');
      const content = { url: item.metadata.url ?? url, html: item.rawHtml ?? '', markdown: item.markdown ?? '' };
      const { data, warning, evidence, usage } = await extract(content, question, cancellationSignal());
      const warnings = [item.warning, warning].filter(Boolean).join(' ');
      await storage.answers.give(job, { data, ...(warnings && { warning: warnings }), ...(evidence && { evidence }) });
      if (usage) log.info({ job, account, requestId, ...usage }, 'language model used');
    },
  };
}

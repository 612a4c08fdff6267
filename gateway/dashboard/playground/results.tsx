import type { Child } from 'hono/jsx';
import { type BrandingField, brandingFields } from '../../../contracts/requests/branding.ts';
import { pickFields } from '../../../contracts/results/branding.ts';
import type { LoggedOperation } from '../../../storage/requests.ts';
import { storedResult } from '../../api/storedResult.ts';
import type { PageDeps } from '../deps.ts';
import { Notice } from '../view/components.tsx';
import { ItemTabs } from '../view/item/ItemTabs.tsx';
import { BrandingView } from './BrandingView.tsx';
import { ExtractView } from './ExtractView.tsx';
import { MapView } from './MapView.tsx';

interface Succeeded {
  job: string;
  /** The page that was read for it. */
  page: string;
  /** The body of the request, which the API has found valid. */
  sent: Readonly<Record<string, unknown>>;
}

type ResultView = (call: Succeeded) => Promise<Child>;

/** What a call that has succeeded returned, as a person wants to see it; it is read from storage. */
export function createOperationResults({
  storage,
  resultViews,
}: Pick<PageDeps, 'storage' | 'resultViews'>): Record<LoggedOperation, ResultView> {
  const page: ResultView = async ({ job }) => (
    <ItemTabs item={await resultViews.item(storedResult(await storage.pages.content(job, 0), job))} />
  );
  return {
    scrape: page,
    parse: page,
    async map({ job }) {
      return <MapView answer={storedResult(await storage.answers.text(job), job)} />;
    },
    async extract({ job, page: id, sent }) {
      const json = storedResult(await storage.answers.text(job), job);
      const read = sent['evidence'] === true ? await storage.pages.content(id, 0) : undefined;
      return <ExtractView answer={await resultViews.answer({ json, page: read })} />;
    },
    /** The API's response has only the URL of the logo; its bytes are stored beside the profile. */
    async branding({ job, sent }) {
      const { profile, pictures, warning } = storedResult(await storage.profiles.find(job), job);
      const picture = pictures?.find(({ url }) => url === profile.images?.logo);
      const logo = picture && { src: picture.data, inks: picture.inks ?? [] };
      return (
        <>
          {warning !== undefined && <Notice tone="warn">{warning}</Notice>}
          <BrandingView data={pickFields(profile, fieldsIn(sent))} host={hostOf(sent)} logo={logo} />
        </>
      );
    },
  };
}

function fieldsIn({ fields }: Succeeded['sent']): BrandingField[] {
  return Array.isArray(fields) ? brandingFields.filter((field) => fields.includes(field)) : [];
}

function hostOf({ url }: Succeeded['sent']): string {
  return new URL(String(url)).host;
}

import { Empty, Notice, PageHead } from '../view/components.tsx';
import { pluralize } from '../view/format.ts';
import { Gallery, type GalleryProps } from './Gallery.tsx';
import { SearchField } from './SearchField.tsx';

interface IconsPageProps extends GalleryProps {
  /** What the visitor is looking for; empty before. */
  typed: string;
  problem?: string | undefined;
}

/** The icons of a search, or a gallery before there is one. */
export function IconsPage({ typed, problem, names, imageUrl, token }: IconsPageProps) {
  return (
    <>
      <PageHead title="Icons" lead="The icon of any company, by its domain, on light and on dark." />
      <SearchField typed={typed} isFirst />
      <section class="found-names" aria-label="Icons" data-found>
        {problem && <Notice tone="bad">{problem}</Notice>}
        {typed !== '' && names.length > 0 && (
          <p class="muted small" role="status">
            {pluralize(names.length, 'brand')} for “{typed}”
          </p>
        )}
        {typed !== '' && names.length === 0 && !problem && (
          <div class="card" role="status">
            <Empty icon="image" title={`No brand is called “${typed}”`}>
              <p class="muted">Every site has an icon: type its domain, such as example.com.</p>
            </Empty>
          </div>
        )}
        <Gallery names={names} imageUrl={imageUrl} token={token} />
      </section>
    </>
  );
}

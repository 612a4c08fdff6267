/** Where a domain's picture was found: on the site, among the curated marks, or at a favicon service. */
export type PictureOrigin = 'site' | 'curated' | 'service';

/** The result of a search for a domain's picture. */
export type SourceKind = PictureOrigin | 'none';

/** What the answer to an image request shows, as its `X-Sightread-Source` header says. */
export type ImageSource = SourceKind | 'monogram' | 'card';

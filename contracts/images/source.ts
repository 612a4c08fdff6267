/** Where the picture of a domain was found, in the order in which they are preferred. */
export const pictureOrigins = ['site', 'curated', 'service'] as const;
export type PictureOrigin = (typeof pictureOrigins)[number];

/** What a search for it came to. */
export type SourceKind = PictureOrigin | 'none';

/** What an answer shows: `X-Sightread-Source`. */
export type ImageSource = SourceKind | 'monogram';

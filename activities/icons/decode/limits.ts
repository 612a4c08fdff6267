/** A photo from a good camera passes; a decompression bomb of 20,000 by 20,000 pixels does not. */
export const maxPixels = 50_000_000;

/** The larger side of the copy that is inspected: enough to see margins and colors, cheap to go through. */
export const inspectedSide = 64;

/** A smaller icon is a dot. */
export const minSide = 8;

/** Height by width. A taller picture is not a card, and its rendition would have hundreds of thousands of rows. */
export const maxCardAspect = 4;

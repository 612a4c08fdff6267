/** A photo of a good camera passes; a bomb of 20,000 by 20,000 does not. */
export const mostPixels = 50_000_000;

/** The larger side of the picture that is looked at: enough to see margins and colours, cheap to walk through. */
export const lookedAtSide = 64;

/** An icon below this is a dot. */
export const smallestSide = 8;

/** Height by width: what is taller is no card, and would make images of hundreds of thousands of rows. */
export const tallestCard = 4;

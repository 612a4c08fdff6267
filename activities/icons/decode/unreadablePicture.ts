/** The bytes are not a picture, or not one that is safe to decode. Files from the web often are not. */
export class UnreadablePicture extends Error {}

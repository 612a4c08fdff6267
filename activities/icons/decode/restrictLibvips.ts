import type Sharp from 'sharp';

/** Formats that browsers show. */
const loaders = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'];

/** Allows only these libvips loaders, and others that are named, and only from memory, never from files. */
export function restrictLibvips(sharp: typeof Sharp, others: readonly string[] = []): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [...loaders, ...others].map((loader) => `VipsForeignLoad${loader}Buffer`) });
}

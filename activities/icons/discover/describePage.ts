import type { PageDescription } from '../../../storage/sources.ts';
import type { PageTags } from './pageTags.ts';

const maxLength = 200;

/** The name, title and color that a home page gives. */
export function describePage({ metas, title }: PageTags): PageDescription {
  const content = (...names: readonly string[]) =>
    plainText(
      names
        .map(
          (name) => metas.find((meta) => (meta['property'] ?? meta['name'] ?? '').toLowerCase() === name)?.['content'],
        )
        .find((text) => text !== undefined && text.trim() !== ''),
    );
  const [name, said] = [content('og:site_name', 'application-name'), content('og:title') ?? plainText(title)];
  const color = content('theme-color', 'msapplication-tilecolor');
  return { ...(name && { name }), ...(said && { title: said }), ...(color && { color }) };
}

function plainText(text: string | undefined): string | undefined {
  const plain = text
    ?.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength);
  return plain === '' ? undefined : plain;
}

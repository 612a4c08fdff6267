import { themes } from '../../../contracts/images/parameters.ts';
import type { FoundName } from '../../images/nameSearch.ts';
import { Icon } from '../view/Icon.tsx';

export interface GalleryProps {
  names: readonly FoundName[];
  /** The address of the image API. */
  imageUrl: string;
  /** A publishable key of the account, for the HTML that can be copied. */
  token: string;
}

/** On the page, in CSS pixels. */
export const shownSize = 48;
/** The size in the HTML that can be copied. */
const copiedSize = 64;

/** Brands, each with its icon on light and on dark. */
export function Gallery({ names, imageUrl, token }: GalleryProps) {
  return (
    <ul class="gallery">
      {names.map(({ domain, name }) => (
        <li>
          <a href={`/playground/icon?domain=${domain}`}>
            <span class="both-themes">
              {themes.map((theme) => (
                <span class={theme}>
                  <img
                    src={`/icons/of/${domain}?theme=${theme}`}
                    width={shownSize}
                    height={shownSize}
                    alt=""
                    loading="lazy"
                  />
                </span>
              ))}
            </span>
            <strong>{name}</strong>
            {name !== domain && <span class="muted small">{domain}</span>}
          </a>
          <button
            type="button"
            class="button small quiet"
            data-copy={`<img src="${imageUrl}/${domain}?token=${token}" width="${copiedSize}" height="${copiedSize}" alt="">`}
            aria-label={`Copy the HTML for ${name}`}
          >
            <Icon name="copy" />
            <span>HTML</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

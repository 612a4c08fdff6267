import { maxQueryLength } from '../../../contracts/images/nameSearch.ts';
import { Icon } from '../view/Icon.tsx';

/** Searches by name, or opens the page of a domain. */
export function SearchField({ typed, isFirst = false }: { typed: string; isFirst?: boolean }) {
  return (
    <search>
      <form method="get" action="/icons" class="try-url" data-name-search>
        <label for="q" class="hidden">
          A company or a domain
        </label>
        <input
          id="q"
          name="q"
          type="search"
          value={typed}
          placeholder="A company or a domain"
          maxlength={maxQueryLength}
          required
          autofocus={isFirst}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
        />
        <button type="submit" class="button primary">
          <Icon name="search" />
          Search
        </button>
      </form>
    </search>
  );
}

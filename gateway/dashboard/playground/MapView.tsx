import type { MapResult } from '../../../contracts/results/map.ts';
import { Notice } from '../view/components.tsx';
import { pluralize } from '../view/format.ts';

/** More would make the page slow; the API returns them all. */
const maxShown = 500;
/** Parsing more would hold up other requests. */
const maxAnswerLength = 2_000_000;

/** The pages of a site: how many, and the first of them with what is known of each. `answer` is that of the API. */
export function MapView({ answer }: { answer: string }) {
  if (answer.length > maxAnswerLength)
    return <Notice tone="warn">These are too many pages to show here; the API returns them all.</Notice>;
  const { pages, warning }: MapResult = JSON.parse(answer);
  const left = pages.length - maxShown;
  return (
    <>
      {warning && <Notice tone="warn">{warning}</Notice>}
      <p>
        <strong>{pluralize(pages.length, 'page')}</strong>
        {left > 0 && `, the first ${maxShown} of them:`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Title</th>
          </tr>
        </thead>
        <tbody>
          {pages.slice(0, maxShown).map(({ url, title }) => (
            <tr>
              <td class="mono">{url}</td>
              <td>{title}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

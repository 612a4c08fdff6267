import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../../../contracts/failures.ts';
import { isRecord } from '../../../../contracts/json/isRecord.ts';
import { type Body, optionsOf, refuse, without } from '../body.ts';
import { translatePageOptions } from '../pageOptions.ts';
import { everyOf } from './schedule.ts';

/** Without a meaning here: the last hundred checks are kept, and every change counts. */
const ignored = ['retentionDays', 'integration', 'origin', 'auditMetadata', 'notification', 'goal', 'judgeEnabled'];

/** A new monitor in the words of `POST /v1/monitors`. */
export function translateMonitor(body: Body): Body {
  const { schedule, targets, webhook, ...rest } = known(body);
  if (schedule === undefined) throw new Failure('InvalidRequest', '`schedule` is required.');
  return { ...rest, ...watched(targets), every: everyOf(schedule), ...webhookOf(webhook) };
}

/** What to change of a monitor, in the words of `PATCH /v1/monitors/{id}`. */
export function translateMonitorUpdate(body: Body): Body {
  const { schedule, targets, webhook, ...rest } = known(body);
  const urls = targets === undefined || targets === null ? undefined : watched(targets)['urls'];
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)),
    ...(urls !== undefined && { urls }),
    ...(schedule !== undefined && schedule !== null && { every: everyOf(schedule) }),
    ...(webhook === null ? { webhook } : webhookOf(webhook)),
  };
}

function known(body: Body): Body {
  const { notification } = body;
  const email = isRecord(notification) && isRecord(notification['email']) ? notification['email'] : {};
  if (email['enabled'])
    throw new Failure('InvalidRequest', '`notification.email`: changes are told to a `webhook`, not by mail.');
  refuse(body, {
    goal: 'every change is told; nothing judges what it means.',
    judgeEnabled: 'every change is told; nothing judges what it means.',
  });
  return without(body, ignored);
}

/** The targets of a monitor: pages, or one site. */
function watched(targets: unknown): Body {
  if (!Array.isArray(targets) || targets.length === 0 || !targets.every(isRecord))
    throw new Failure('InvalidRequest', '`targets` must be a list with at least one target.');
  if (targets.some(({ type }) => type === 'search'))
    throw new Failure('InvalidRequest', '`targets`: pages and sites are watched, not searches.');
  const [first = {}, ...others] = targets;
  if (first['type'] === 'crawl') {
    if (others.length > 0)
      throw new Failure('InvalidRequest', '`targets`: a site has a monitor of its own; make one for each target.');
    const { scrapeOptions, ...scope } = optionsOf('crawlOptions', first['crawlOptions']);
    return {
      crawl: { ...without(scope, ['integration', 'origin']), url: first['url'] },
      ...pageOptions(first['scrapeOptions'] ?? scrapeOptions),
    };
  }
  if (
    targets.some(
      (each) => each['type'] !== 'scrape' || !isDeepStrictEqual(each['scrapeOptions'], first['scrapeOptions']),
    )
  )
    throw new Failure(
      'InvalidRequest',
      '`targets`: the pages of a monitor are read with the same options; make a monitor for each target.',
    );
  return { urls: targets.flatMap(({ urls }) => urls), ...pageOptions(first['scrapeOptions']) };
}

/** A monitor always reads the pages themselves. */
function pageOptions(options: unknown): Body {
  return without(translatePageOptions(optionsOf('scrapeOptions', options)), ['maxAge']);
}

function webhookOf(webhook: unknown): Body {
  if (webhook === undefined || webhook === null) return {};
  // There is one kind of event: a page that has changed.
  return { webhook: isRecord(webhook) ? without(webhook, ['events']) : webhook };
}

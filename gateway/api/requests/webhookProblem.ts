import { maxWebhookMetadataBytes, maxWebhookMetadataDepth, type Webhook } from '../../../contracts/requests/webhook.ts';
import { isDeeperThan } from './jsonDepth.ts';

/** What is wrong with a webhook's metadata beyond its schema, as a sentence. */
export function webhookProblem({ metadata = {} }: Pick<Webhook, 'metadata'>): string | undefined {
  const json = JSON.stringify(metadata);
  if (Buffer.byteLength(json) > maxWebhookMetadataBytes)
    return `\`webhook.metadata\` is larger than ${maxWebhookMetadataBytes / 1024} KiB.`;
  if (isDeeperThan(metadata, maxWebhookMetadataDepth))
    return `\`webhook.metadata\` is nested deeper than ${maxWebhookMetadataDepth} levels.`;
  // The database driver gives this key a meaning of its own.
  if (json.includes('"_bsontype":')) return '`webhook.metadata` may not have a field `_bsontype`.';
  return undefined;
}

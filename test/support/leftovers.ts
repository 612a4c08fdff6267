/** A search through everything that is stored, for whatever should not be there any more. */
import { Client } from 'minio';
import { BSON, MongoClient } from 'mongodb';
import { stackEnv } from './stackEnv.ts';
import { withTemporal } from './temporalClient.ts';

type Names = (text: string) => boolean;

/** The cheapest first. */
const searches = [workflowsNaming, bucketsNaming, collectionsNaming];

function naming(words: readonly string[]): Names {
  return (text) => words.some((word) => text.includes(word));
}

/** Where one of these words occurs: collections, buckets and workflows, by name. */
export async function placesNaming(words: readonly string[]): Promise<string[]> {
  return (await Promise.all(searches.map((search) => search(naming(words))))).flat();
}

/** Whether one of them occurs anywhere. For tests that wait: to read all that is stored takes seconds of CPU. */
export async function isAnywhere(words: readonly string[]): Promise<boolean> {
  for (const search of searches) if ((await search(naming(words))).length > 0) return true;
  return false;
}

/** All collections there are, so that a new one is searched too. */
async function collectionsNaming(names: Names): Promise<string[]> {
  const client = await MongoClient.connect(stackEnv('MONGODB_URI'));
  try {
    const found: string[] = [];
    for (const { name } of await client.db().listCollections({}, { nameOnly: true }).toArray()) {
      for await (const document of client.db().collection(name).find()) {
        if (!names(BSON.EJSON.stringify(document))) continue;
        found.push(name);
        break;
      }
    }
    return found;
  } finally {
    await client.close();
  }
}

/** By the names of the objects: what they contain is compressed. */
async function bucketsNaming(names: Names): Promise<string[]> {
  const { hostname, port } = new URL(stackEnv('MINIO_ENDPOINT'));
  const store = new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey: stackEnv('MINIO_ACCESS_KEY'),
    secretKey: stackEnv('MINIO_SECRET_KEY'),
  });
  const found: string[] = [];
  for (const { name: bucket } of await store.listBuckets()) {
    for await (const { name } of store.listObjectsV2(bucket, '', true)) {
      if (names(`${bucket}/${name}`)) found.push(bucket);
    }
  }
  return [...new Set(found)];
}

/** Without the deletion itself, whose record says that it took place. */
async function workflowsNaming(names: Names): Promise<string[]> {
  return withTemporal(async ({ workflow }) => {
    const found = new Set<string>();
    for await (const { type, workflowId, memo } of workflow.list()) {
      if (type !== 'deleteAccount' && names(`${workflowId} ${JSON.stringify(memo)}`)) found.add(type);
    }
    return [...found];
  });
}

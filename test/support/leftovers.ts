/** A search through everything that is stored, for whatever should not be there any more. */
import { Client } from 'minio';
import { BSON, MongoClient } from 'mongodb';
import { stackEnv } from './stackEnv.ts';
import { withTemporal } from './temporalClient.ts';

/** Where one of these words occurs: collections, buckets and workflows, by name. */
export async function placesNaming(words: readonly string[]): Promise<string[]> {
  const names = (text: string) => words.some((word) => text.includes(word));
  return [...(await collectionsNaming(names)), ...(await bucketsNaming(names)), ...(await workflowsNaming(names))];
}

type Names = (text: string) => boolean;

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

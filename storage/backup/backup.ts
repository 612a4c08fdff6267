import type { Settings } from '../../runtime/settings.ts';
import { openMongoClient } from '../mongoClient.ts';
import { openObjectStore } from '../objectStore.ts';
import { checkFile } from './files.ts';
import { BackupProblem, emptyFolder, type Manifest, readManifest, writeManifest } from './manifest.ts';
import { dumpObjects, hasObjects, restoreObjects } from './objects.ts';
import { dumpRecords, filledCollections, removeRecords, restoreRecords } from './records.ts';

/**
 * Copies everything that is kept into a folder and back: the records as of one moment, then the objects they point to.
 * Temporal's own state is not included: gateway/batches/resume.ts restarts the jobs that were running.
 */
export function openBackups(settings: Settings) {
  const client = openMongoClient(settings);
  const { client: store } = openObjectStore(settings);
  return {
    async take(folder: string): Promise<Manifest> {
      await emptyFolder(folder);
      const takenAt = new Date().toISOString();
      const collections = await dumpRecords(client, folder);
      const objects = await dumpObjects(store, folder);
      await writeManifest(folder, { takenAt, collections, objects });
      return readManifest(folder);
    },

    /** `prepare` creates indexes and buckets. Without `replace`, the target must be empty. */
    async restore(
      folder: string,
      { replace, prepare }: { replace: boolean; prepare: () => Promise<void> },
    ): Promise<Manifest> {
      const manifest = await readManifest(folder);
      for (const file of [...manifest.collections, manifest.objects]) await checkFile(folder, file);
      await prepare();
      if (replace) {
        await removeRecords(client);
        await prepare();
      } else {
        const filled = await filledCollections(client);
        if (filled.length > 0 || (await hasObjects(store))) {
          const what = filled.length > 0 ? `The database holds ${filled.join(', ')}` : 'The object store holds images';
          throw new BackupProblem(`${what} already; --force replaces what is there.`);
        }
      }
      await restoreObjects(store, folder, manifest.objects);
      for (const collection of manifest.collections) await restoreRecords(client, folder, collection);
      return manifest;
    },

    close: () => client.close(),
  };
}

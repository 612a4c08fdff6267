import { openBackups } from '../../storage/backup/backup.ts';
import { BackupProblem, type Manifest } from '../../storage/backup/manifest.ts';
import { type Command, type CommandParts, CommandProblem, word } from './command.ts';
import { resume } from './jobs.ts';

async function withBackups<T>(
  { settings }: CommandParts,
  step: (backups: ReturnType<typeof openBackups>) => Promise<T>,
): Promise<T> {
  const backups = openBackups(settings);
  try {
    return await step(backups);
  } catch (cause) {
    if (cause instanceof BackupProblem) throw new CommandProblem(cause.message, { cause });
    throw cause;
  } finally {
    await backups.close();
  }
}

function inShort({ takenAt, collections, objects }: Manifest) {
  return {
    takenAt,
    records: Object.fromEntries(collections.map(({ name, documents }) => [name, documents])),
    objects: objects.count,
  };
}

/** Everything but what can be made again, while the service runs. */
export const backup: Command = {
  usage: 'backup FOLDER',
  options: {},
  run: (given, parts) =>
    withBackups(parts, async (backups) => {
      const folder = word(given, 0, 'A folder for the backup');
      return { plain: folder, json: inShort(await backups.take(folder)) };
    }),
};

/** Into an empty database and store, before the gateway is started; running jobs then go on. */
export const restore: Command = {
  usage: 'restore FOLDER [--force]',
  options: { force: { type: 'boolean' } },
  run: (given, parts) =>
    withBackups(parts, async (backups) => {
      const { storage } = parts;
      const folder = word(given, 0, 'The backup’s folder');
      const manifest = await backups.restore(folder, {
        replace: given.flag('force'),
        prepare: () => storage.prepare(),
      });
      const { giveBackLost } = await import('../temporal/resume.ts');
      const lost = await giveBackLost(storage, { all: true });
      const jobs = await resume(parts).catch(() => undefined);
      return {
        plain: manifest.takenAt,
        json: { ...inShort(manifest), lost, ...jobs },
        ...(!jobs && { aside: 'Temporal does not answer yet: run `jobs resume` once it does.' }),
      };
    }),
};

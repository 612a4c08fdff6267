// @ts-nocheck: runs in mongosh, whose globals TypeScript does not know.
/* Creates the replica set and Sightread's database user. Safe to run again at any time. */
const { MONGODB_ROOT_PASSWORD, MONGODB_PASSWORD } = process.env;
const root = new Mongo(`mongodb://root:${MONGODB_ROOT_PASSWORD}@mongodb:27017/admin?directConnection=true`);
const admin = root.getDB('admin');

try {
  admin.runCommand({ replSetGetStatus: 1 });
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  admin.runCommand({
    replSetInitiate: { _id: 'sightread', members: [{ _id: 0, host: 'mongodb:27017' }] },
  });
}
while (!admin.hello().isWritablePrimary) sleep(200);

const user = {
  pwd: MONGODB_PASSWORD,
  // hostManager lets a backup extend the snapshot history for its duration (storage/backup/records.ts).
  roles: [
    { role: 'readWrite', db: 'sightread' },
    { role: 'hostManager', db: 'admin' },
  ],
};
if (admin.getUser('sightread')) admin.updateUser('sightread', user);
else admin.createUser({ user: 'sightread', ...user });
print('MongoDB is ready.');

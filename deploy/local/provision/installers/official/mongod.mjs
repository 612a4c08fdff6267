/** Downloads the mongod for this system and prints its path. */
import { MongoBinary } from 'mongodb-memory-server-core';

const [folder] = process.argv.slice(2);
console.log(await MongoBinary.getPath({ downloadDir: String(folder), version: '7.0.24' }));

import { inject } from 'vitest';
import { readSettings } from '../../contracts/settings.ts';
import { openStorage } from '../../storage/mongo.ts';

/** The stack's own storage, for what cannot be seen or prepared over HTTP. */
export const openStack = () => openStorage(readSettings(inject('env')));

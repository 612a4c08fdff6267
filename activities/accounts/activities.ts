import type { AccountWork } from '../../contracts/work/accounts.ts';
import type { Storage } from '../../storage/storage.ts';
import type { createDeleteWorkflows } from './deleteWorkflows.ts';

interface Deps {
  storage: Pick<Storage, 'closeAccount' | 'removeAccount'>;
  deleteWorkflows: ReturnType<typeof createDeleteWorkflows>;
}

/** The steps that delete an account; each may be repeated. */
export function createAccountActivities({ storage, deleteWorkflows }: Deps) {
  return {
    closeAccount: ({ account }: AccountWork) => storage.closeAccount(account),
    deleteWorkflows: ({ account }: AccountWork) => deleteWorkflows(account),
    removeData: ({ account }: AccountWork) => storage.removeAccount(account),
  };
}
export type AccountActivities = ReturnType<typeof createAccountActivities>;

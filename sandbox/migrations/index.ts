import type { Migration } from '../database/migrate';
import accounts from './0001-accounts.sql';
import knowledge from './0002-knowledge.sql';
import training from './0003-training.sql';
import operations from './0004-operations.sql';

/** In order; a step that has been published is never changed. */
export const migrations: readonly Migration[] = [
	{ version: 1, sql: accounts },
	{ version: 2, sql: knowledge },
	{ version: 3, sql: training },
	{ version: 4, sql: operations },
];

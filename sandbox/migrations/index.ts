import type { Migration } from '../database/migrate';
import accounts from './0001-accounts.sql';
import knowledge from './0002-knowledge.sql';
import training from './0003-training.sql';
import operations from './0004-operations.sql';
import account from './0005-account.sql';
import conversations from './0006-conversations.sql';
import qaPairs from './0007-qa-pairs.sql';
import leads from './0008-leads.sql';
import cod from './0009-cod.sql';
import sourceFiles from './0010-source-files.sql';
import mailboxes from './0013-mailboxes.sql';
import email from './0014-email.sql';
import mailStore from './0015-mail-store.sql';
import mcp from './0016-mcp.sql';
import indexes from './0017-indexes.sql';
import signatures from './0018-signatures.sql';
import wordsApart from './0019-words-apart.sql';
import effects from './0020-effects.sql';

/** In order; a step that has been published is never changed. */
export const migrations: readonly Migration[] = [
	{ version: 1, sql: accounts },
	{ version: 2, sql: knowledge },
	{ version: 3, sql: training },
	{ version: 4, sql: operations },
	{ version: 5, sql: account },
	{ version: 6, sql: conversations },
	{ version: 7, sql: qaPairs },
	{ version: 8, sql: leads },
	{ version: 9, sql: cod },
	{ version: 10, sql: sourceFiles, mayBeMissing: true },
	{ version: 13, sql: mailboxes },
	{ version: 14, sql: email },
	{ version: 15, sql: mailStore },
	{ version: 16, sql: mcp },
	{ version: 17, sql: indexes },
	{ version: 18, sql: signatures },
	{ version: 19, sql: wordsApart },
	{ version: 20, sql: effects },
];

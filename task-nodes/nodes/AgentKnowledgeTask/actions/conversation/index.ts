import type { NodeResource } from '../operation';
import { conversationExport } from '../../task-types/conversation-export';
import { conversationSync } from '../../task-types/conversation-sync';
import { taskOperation } from '../start-tasks';

export const conversation: NodeResource = {
	value: 'conversation',
	name: 'Conversation',
	defaultOperation: 'export',
	operations: [
		taskOperation(conversationExport, {
			value: 'export',
			name: 'Export to a File',
			action: 'Export conversations to a file',
			description:
				'Write the conversations of all or chosen agents with their messages into an NDJSON, CSV or Parquet file, each exactly once',
		}),
		taskOperation(conversationSync, {
			value: 'sync',
			name: 'Sync to a Database',
			action: 'Sync conversations to a database',
			description:
				'Write the conversations of all or chosen agents with their messages into two tables of PostgreSQL, then what is new or changed, until the task is cancelled. Continues at once.',
		}),
	],
};

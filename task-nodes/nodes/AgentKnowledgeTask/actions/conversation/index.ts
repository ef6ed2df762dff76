import type { NodeResource } from '../operation';
import { conversationExport } from '../../task-types/conversation-export';
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
	],
};

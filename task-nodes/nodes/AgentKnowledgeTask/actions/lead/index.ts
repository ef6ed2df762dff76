import type { NodeResource } from '../operation';
import { leadExport } from '../../task-types/lead-export';
import { leadSync } from '../../task-types/lead-sync';
import { taskOperation } from '../start-tasks';

export const lead: NodeResource = {
	value: 'lead',
	name: 'Lead',
	defaultOperation: 'export',
	operations: [
		taskOperation(leadExport, {
			value: 'export',
			name: 'Export to a File',
			action: 'Export leads to a file',
			description: 'Write the leads of all or chosen agents into a CSV, NDJSON or XLSX file, each exactly once',
		}),
		taskOperation(leadSync, {
			value: 'sync',
			name: 'Sync to a CRM',
			action: 'Sync leads to a CRM',
			description:
				'Write all leads of an agent to a destination, then every new lead, until the task is cancelled. Continues at once.',
		}),
	],
};

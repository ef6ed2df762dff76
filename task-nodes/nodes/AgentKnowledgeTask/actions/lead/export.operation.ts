import { leadExport } from '../../task-types/lead-export';
import { taskOperation } from '../start-tasks';

export const exportLeads = taskOperation(leadExport, {
	value: 'export',
	name: 'Export to a File',
	action: 'Export leads to a file',
	description: 'Write the leads of all or chosen agents into a CSV, NDJSON or XLSX file, each exactly once',
});

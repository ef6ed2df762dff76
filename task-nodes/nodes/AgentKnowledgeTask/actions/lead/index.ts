import type { NodeResource } from '../operation';
import { exportLeads } from './export.operation';
import { sync } from './sync.operation';

export const lead: NodeResource = {
	value: 'lead',
	name: 'Lead',
	defaultOperation: 'export',
	operations: [exportLeads, sync],
};

import type { INodeProperties } from 'n8n-workflow';
import { settleTime } from '../parameters/settle-time';

/** What the operations that add a source have in common. */
export const addOptions = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [settleTime],
} as const satisfies INodeProperties;

/** Seconds to wait after a lost answer before looking. */
export function settleSecondsOf(options: { settleSeconds?: number }): number {
	return options.settleSeconds ?? settleTime.default;
}

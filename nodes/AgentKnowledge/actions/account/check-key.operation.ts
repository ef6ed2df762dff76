import type { INodeProperties } from 'n8n-workflow';
import { operations } from '../../generated/operations';
import type { Api } from '../../transport/api';
import { lacksScope } from '../../transport/api-failure';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { readingScopes, scopeReads } from './reading-scopes';

const agentToTry = {
	...agentLocator,
	required: false,
	description: 'The agent to test the permissions with. Leave empty to use the first one that the key can list.',
} as const satisfies INodeProperties;

export const checkKey = defineOperation({
	value: 'checkKey',
	name: 'What Can This Key Do',
	action: 'Check what the API key can do',
	description:
		'Find out which read permissions (scopes) the API key has, by harmless reads that cost nothing. Write permissions are not tested, because a test would change data.',
	endpoints: scopeReads,
	properties: [agentToTry],
	async execute({ api }, { agentId }) {
		const tried = agentId || (await firstAgent(api));
		const found = await readingScopes(api, tried);
		const scopesThat = (granted: boolean) => found.filter((one) => one.granted === granted).map(({ scope }) => scope);
		return [
			{
				granted: scopesThat(true),
				missing: scopesThat(false),
				unknown: found.flatMap(({ scope, granted, reason }) => (granted === null ? [{ scope, reason }] : [])),
				notTested: writingScopes(),
				triedWithAgent: tried === '' ? null : tried,
			},
		];
	},
});

/** @returns an empty text if the key may not list agents, or can access none */
async function firstAgent(api: Api): Promise<string> {
	const page = await api.call('listAgents', { query: { limit: 1 } }).catch((error: unknown) => {
		if (lacksScope(error)) return { items: [] };
		throw error;
	});
	return page.items[0]?.id ?? '';
}

function writingScopes(): string[] {
	const scopes = Object.values(operations).flatMap(({ scope }) => (scope?.startsWith('write:') ? [scope] : []));
	return [...new Set(scopes)].sort();
}

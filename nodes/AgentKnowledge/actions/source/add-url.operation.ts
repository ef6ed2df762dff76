import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { settleOptions } from '../parameters/settle-time';
import { addSource } from './add-source';

export const addUrl = defineOperation({
	value: 'addUrl',
	name: 'Add Web Page',
	action: 'Add a web page as source',
	description: "Add a public web page to an agent's knowledge. The service reads and indexes it in the background.",
	endpoints: ['addSource', 'listSources', 'getTrainingStatus'],
	properties: [
		agentLocator,
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			typeOptions: { form: 'webAddress' },
			default: '',
			required: true,
			placeholder: 'e.g. https://www.example.com/help',
			description: 'The address of a public web page. The service refuses addresses that only your network can open.',
		},
		settleOptions,
	],
	async execute(run, { agentId, url, options }) {
		return await addSource(run, {
			agentId,
			type: 'url',
			input: { body: { type: 'url', url: url.trim() } },
			isOurs: ({ name }) => sameAddress(name, url),
			settleSeconds: options.settleSeconds,
		});
	},
});

/** The service may store an address in its normal form. */
function sameAddress(one: string, other: string): boolean {
	return normalAddress(one) === normalAddress(other);
}

function normalAddress(address: string): string {
	const trimmed = address.trim();
	return (URL.canParse(trimmed) ? new URL(trimmed).href : trimmed).replace(/#.*/s, '').replace(/\/$/, '');
}

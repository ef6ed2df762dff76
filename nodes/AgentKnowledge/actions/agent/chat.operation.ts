import type { INodeProperties } from 'n8n-workflow';
import { rowOf } from '../../transport/row';
import { filled } from '../filled';
import { keyedBody } from '../keyed-write';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';

const place = (displayName: string, name: string, placeholder: string) =>
	({ displayName, name, type: 'string', default: '', placeholder }) as const satisfies INodeProperties;

const properties = [
	agentLocator,
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		required: true,
		placeholder: 'e.g. Do you ship to Norway?',
		description: 'What to ask the agent. Each delivered message costs one message credit.',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options: [
			{
				displayName: 'Client Message ID',
				name: 'clientMessageId',
				type: 'string',
				default: '',
				placeholder: 'e.g. ticket-4711',
				description:
					'Your own ID of this message: sent again with the same one, it costs no further credit. By default it is made from this execution, so Retry On Fail repeats nothing; to be safe from n8n\'s "Retry execution" as well, give one.',
			},
			{
				displayName: 'Location',
				name: 'location',
				type: 'fixedCollection',
				default: {},
				placeholder: 'Add location',
				description: 'Where the person is who asks: the reply takes it into account',
				options: [
					{
						displayName: 'Place',
						name: 'place',
						values: [
							place('City', 'city', 'e.g. Bergen'),
							place('Country', 'country', 'e.g. Norway'),
							place('Country Code', 'countryCode', 'e.g. NO'),
							place('Region', 'region', 'e.g. Vestland'),
						],
					},
				],
			},
			{
				displayName: 'Session ID',
				name: 'sessionId',
				type: 'string',
				default: '',
				placeholder: 'e.g. {{ $json.sessionId }}',
				description:
					'Continues a conversation: the session ID of an earlier reply of the same agent. Empty starts a new one.',
			},
		],
	},
] as const satisfies INodeProperties[];

export const chat = defineOperation({
	value: 'chat',
	name: 'Send Message',
	action: 'Chat with an agent',
	description:
		'Send a message to an agent and get its reply in Markdown, with the sources it used. Costs one message credit.',
	endpoints: ['chat'],
	properties,
	async execute(run, { agentId, message, additionalFields }) {
		const { clientMessageId, sessionId, location } = additionalFields;
		const body = keyedBody(run, 'clientMessageId', clientMessageId, {
			message,
			sessionId: sessionId?.trim(),
			location: filled(location?.place ?? {}),
		});
		return [rowOf(await run.api.call('chat', { params: { id: agentId }, body }))];
	},
});

import type { INodeProperties } from 'n8n-workflow';
import { rowOf } from '../../transport/row';
import { filled } from '../filled';
import { keyedBody } from '../keyed-write';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { answeredOf } from './reply-answered';

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
		placeholder: 'e.g. How long can I return something?',
		description: 'The message to the agent. Each delivered message costs one message credit.',
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
					'Your own ID for this message. A repeat with the same ID costs no further credit. Default: an ID of this execution, so Retry On Fail repeats nothing. Set an ID to be safe from "Retry execution" too.',
			},
			{
				displayName: 'Location',
				name: 'location',
				type: 'fixedCollection',
				default: {},
				placeholder: 'Add location',
				description: 'The location of the person who asks. The reply takes it into account.',
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
					'The session ID of an earlier reply of the same agent, to continue its conversation. Leave empty to start a new one.',
			},
		],
	},
] as const satisfies INodeProperties[];

export const chat = defineOperation({
	value: 'chat',
	name: 'Send Message',
	action: 'Send a message to an agent',
	description:
		'Send a message to an agent and get its reply in Markdown, with its sources. "answered" is true if the reply has sources, false if the agent has nothing to answer from, and null if that is unknown. Costs one message credit.',
	endpoints: ['chat', 'getTrainingStatus', 'listQaPairs'],
	properties,
	async execute(run, { agentId, message, additionalFields }) {
		const { clientMessageId, sessionId, location } = additionalFields;
		const body = keyedBody(run, 'clientMessageId', clientMessageId, {
			message,
			sessionId: sessionId?.trim(),
			location: filled(location?.place ?? {}),
		});
		const reply = await run.api.call('chat', { params: { id: agentId }, body });
		return [{ ...rowOf(reply), ...(await answeredOf(run, agentId, reply.sources)) }];
	},
});

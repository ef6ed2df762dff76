import { rowOf } from '../../transport/row';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { session } from './session';

export const setAutoReplies = defineOperation({
	value: 'setAutoReplies',
	name: 'Pause or Resume AI',
	action: 'Pause or resume AI in an email conversation',
	description: "Pause or resume the agent's automatic replies in an email conversation",
	endpoints: ['setEmailAutoReplies'],
	properties: [
		agentLocator,
		session,
		{
			displayName: 'Resume',
			name: 'resume',
			type: 'boolean',
			default: true,
			description: 'Whether the agent answers automatically again. Turn off to pause it.',
		},
	],
	async execute({ api }, { agentId, sessionId, resume }) {
		const params = { id: agentId, sessionId: sessionId.trim() };
		const done = await api.call('setEmailAutoReplies', { params, body: { resume } });
		return [{ agentId, sessionId: params.sessionId, aiPaused: !resume, ...rowOf(done) }];
	},
});

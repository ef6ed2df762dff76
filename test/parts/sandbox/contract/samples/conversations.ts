import type { conversationOperations } from '../../../../../api/operations/conversations';
import type { Sample } from '../sample';
import type { Stage } from '../stage';

async function begun(stage: Stage) {
	const agent = await stage.newAgent();
	const messages = [{ role: 'visitor', content: 'Hello' }];
	const id = await stage.makeByAdmin(`/agents/${agent}/conversations`, { messages });
	return { agent, id };
}

export const conversationSamples: Record<keyof typeof conversationOperations, Sample> = {
	listConversations: {
		request: async (stage) => ({
			params: { id: (await begun(stage)).agent },
			query: { state: 'open', channel: 'website', limit: '1' },
		}),
	},
	getConversation: { request: async (stage) => ({ params: { id: (await begun(stage)).id } }) },
};

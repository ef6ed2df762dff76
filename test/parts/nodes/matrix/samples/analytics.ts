import { AGENT, type ResourceSamples } from '../sample';
import type { World } from '../world';

/** Each agent was asked what it could not answer. */
const askedAgents = async (world: World, count: number) => {
	const items = await world.each(count, async () => {
		const agent = await world.agent();
		await world.api('POST', `/agents/${agent}/chat`, { message: 'What is the meaning of zygomorphic?' });
		return { json: { agent } };
	});
	return { fields: { ...AGENT, period: '7d' }, items };
};

export const analyticsSamples: ResourceSamples = {
	resource: 'analytics',
	samples: [
		{ operation: 'getOverview', endpoint: 'getOverview', prepare: askedAgents },
		{ operation: 'get', endpoint: 'getAnalytics', prepare: askedAgents },
		{ operation: 'getUnanswered', endpoint: 'listUnansweredQuestions', prepare: askedAgents, requests: 3 },
	],
};

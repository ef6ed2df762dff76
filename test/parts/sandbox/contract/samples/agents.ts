import { chatReplySchema } from '../../../../../api';
import type { agentOperations } from '../../../../../api/operations/agents';
import type { Sample } from '../sample';
import type { Stage } from '../stage';

const ofNewAgent = async (stage: Stage) => ({ params: { id: await stage.newAgent() } });
const message = async (stage: Stage) => ({ ...(await ofNewAgent(stage)), body: { message: 'When are you open?' } });

export const agentSamples: Record<keyof typeof agentOperations, Sample> = {
	listAgents: { request: () => ({ query: { limit: '5', offset: '1' } }) },
	getAgent: { request: ofNewAgent },
	getOverview: { request: async (stage) => ({ ...(await ofNewAgent(stage)), query: { period: '7d' } }) },
	getAnalytics: { request: async (stage) => ({ ...(await ofNewAgent(stage)), query: { period: '90d' } }) },
	listUnansweredQuestions: {
		request: async (stage) => ({ ...(await ofNewAgent(stage)), query: { limit: '5', offset: '1' } }),
		refusals: [
			{
				what: 'a plan without advanced analytics',
				status: 403,
				type: 'plan_required',
				detail: /\bPro\b/,
				request: async (stage) => {
					await stage.sandbox.admin('PATCH', '/account', { plan: 'free' });
					return ofNewAgent(stage);
				},
			},
		],
	},
	chat: {
		request: message,
		brokenBodies: [
			{ body: {}, field: 'message' },
			{ body: { message: 5 }, field: 'message' },
			{ body: { message: '' }, field: 'message' },
			{ body: { message: 'Hello', sessionId: 7 }, field: 'sessionId' },
			{ body: { message: 'Hello', location: { planet: 'Mars' } }, field: 'location.planet' },
			{ body: { message: 'Hello', stream: true }, field: 'stream' },
			{ body: { message: 'Hello', location: { city: 5 } }, field: 'location.city' },
		],
		refusals: [
			{
				what: 'no credits left',
				status: 402,
				type: 'credits_exhausted',
				request: async (stage) => {
					await stage.sandbox.admin('PATCH', '/account', { messageCredits: 0 });
					return message(stage);
				},
			},
			{
				what: 'a session of nobody',
				status: 409,
				type: 'session_conflict',
				field: 'sessionId',
				request: async (stage) => ({
					...(await ofNewAgent(stage)),
					body: { message: 'Hello', sessionId: 'of-nobody' },
				}),
			},
			{
				what: "another agent's session",
				status: 409,
				type: 'session_conflict',
				request: async (stage) => {
					const first = await stage.send('chat', await message(stage));
					const { sessionId } = chatReplySchema.parse(first.body);
					return { ...(await ofNewAgent(stage)), body: { message: 'Hello', sessionId } };
				},
			},
		],
	},
	getUsage: { request: () => ({}) },
};

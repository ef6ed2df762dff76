import { type TestFlow, flowOf } from './flow';

/** Retrain and Wait of the agent of each item. */
export const retrainAndWait = {
	resource: 'agent',
	operation: 'retrain',
	connection: { __rl: true, mode: 'name', value: 'main' },
	agentId: { __rl: true, mode: 'id', value: '={{ $json.agent }}' },
};

/** A flow that trains each of these agents and waits for all. */
export function waitingFlow(agents: readonly string[], { parameters, ...more }: Partial<TestFlow> = {}) {
	return flowOf({
		items: agents.map((agent) => ({ agent })),
		parameters: { ...retrainAndWait, ...parameters },
		...more,
	});
}

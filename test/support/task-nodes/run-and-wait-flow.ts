import { type TestFlow, flowOf } from './flow';

export const runAndWait = {
	operation: 'runAndWait',
	taskType: 'retrain-and-wait',
	connection: { __rl: true, mode: 'name', value: 'main' },
	agentId: { __rl: true, mode: 'id', value: '={{ $json.agent }}' },
};

/** A flow that trains each of these agents and waits for all. */
export function runAndWaitFlow(agents: readonly string[], { parameters, ...more }: Partial<TestFlow> = {}) {
	return flowOf({ items: agents.map((agent) => ({ agent })), parameters: { ...runAndWait, ...parameters }, ...more });
}

import { retrainResultSchema } from '../../../workflows/retrain/contract';
import { verdictOn } from '../../../workflows/retrain/verdict';
import { defineTask, ofResult } from './define-task';

export const retrainAndWait = defineTask('retrain-and-wait', {
	workflow: 'retrainAndWait',
	title: 'Retrain and wait',
	description:
		'Starts a training run of one agent, or adopts the active run. Ends when the agent can chat or when the run has ended.',
	version: 1,
	keyReuse: 'after-failure',
	stages: ['looking', 'waiting', 'starting', 'settling', 'training', 'completed', 'failed', 'cancelled', 'timed_out'],
	fields: {
		version: 'hidden',
		connection: 'shown',
		agentId: 'shown',
		waitUntil: 'shown',
		ifActive: 'shown',
		ifUncertain: 'shown',
		sourceChanges: 'shown',
		timeoutSeconds: 'shown',
	},
	scopes: ['read:sources', 'write:sources'],
	checkStart: ({ connections }, { connection, agentId }) => connections.get(connection).checkTraining(agentId),
	sameWorkAs: 'agent',
	judge: ofResult(retrainResultSchema, verdictOn),
	personalData: { whileOpen: 'The task still runs. Erase again when it has ended.' },
});

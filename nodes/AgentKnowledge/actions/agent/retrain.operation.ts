import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { TrainingStatus } from '../../../../api';
import { ApiFailure } from '../../transport/api-failure';
import { rowOf } from '../../transport/row';
import { auditedRow } from '../audited-row';
import { defineOperation, type ItemRun } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { settleTime } from '../parameters/settle-time';
import { type LostRequests, startRun } from './start-run';
import { noteTraining } from './training-note';
import { progressSentence, readableTrainingStatus, shownTrainingStatus } from './training-run';

const properties = [
	agentLocator,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'If Already Running',
				name: 'ifAlreadyRunning',
				type: 'options',
				options: [
					{ name: 'Adopt', value: 'adopt', description: 'Continue with the active run' },
					{ name: 'Fail', value: 'fail', description: 'Fail with an error that shows the progress of that run' },
				],
				default: 'adopt',
				description: 'What to do if a training run is already active. An agent has at most one at a time.',
			},
			{
				displayName: 'If a Response Is Lost',
				name: 'ifUncertain',
				type: 'options',
				options: [
					{
						name: 'Fail',
						value: 'ask',
						description: 'Fail if nobody can know whether a run began, so that a person decides',
					},
					{
						name: 'Send It Again',
						value: 'repeat',
						description: 'Send the request again with growing pauses, also in the next try of Retry On Fail',
					},
				],
				default: 'repeat',
				description:
					'What to do if the response was lost and no run shows. A second run harms nobody, and the output says that there may be one.',
			},
			settleTime,
		],
	},
] as const satisfies INodeProperties[];

const ADOPT_HINT =
	'Set the option "If Already Running" to Adopt to continue with that run, or wait until it has ended.';

export const retrain = defineOperation({
	value: 'retrain',
	name: 'Retrain',
	action: 'Start retraining an agent',
	description:
		'Start a training run that reads the website of an agent again. It returns at once. Follow the run with Get Training Status.',
	endpoints: ['retrain', 'getTrainingStatus', 'getAgent', 'listSources'],
	properties,
	async execute(run, { agentId, options }) {
		const { api } = run;
		const before = await readableTrainingStatus(api, agentId);
		const earlier = lostInEarlierTry(run);
		if (before?.training === true && earlier === undefined) return [adopted(agentId, before, options.ifAlreadyRunning)];
		const { result, audit } = await startRun(run, {
			agentId,
			settleMs: (options.settleSeconds ?? settleTime.default) * 1000,
			ifUncertain: options.ifUncertain ?? 'repeat',
			lost: earlier ?? {
				requests: 0,
				at: Date.now(),
				before: before && { ...(await noteTraining(api, agentId, before)) },
			},
		});
		const status = result.status ?? (await shownTrainingStatus(api, agentId));
		if (result.wasRunning) return [adopted(agentId, status, options.ifAlreadyRunning)];
		return [auditedRow(run, row(agentId, status, 'started'), audit)];
	},
});

/** Milliseconds. "Retry execution" can come days later, and a run that shows then was started by somebody else. */
const TRACED_FOR_MS = 15 * 60_000;

/** @returns undefined if no earlier try lost a response, or if it did so too long ago */
function lostInEarlierTry({ journal, itemIndex }: ItemRun): LostRequests | undefined {
	const lost = journal.remembered(itemIndex) as LostRequests | undefined;
	return lost !== undefined && Date.now() - lost.at < TRACED_FOR_MS ? lost : undefined;
}

/** @throws ApiFailure if the user does not want to follow a run that somebody else started */
function adopted(
	agentId: string,
	status: TrainingStatus | null,
	ifAlreadyRunning: 'adopt' | 'fail' = 'adopt',
): IDataObject {
	if (ifAlreadyRunning === 'adopt') return row(agentId, status, 'adopted');
	throw new ApiFailure({
		operationId: 'retrain',
		status: 409,
		type: 'training_active',
		title: 'A training run of the agent is already active',
		detail: progressSentence(status),
		issues: [],
		uncertain: false,
		safety: 'write-once',
		retryAfterMs: null,
		waited: { times: 0, ms: 0 },
		hint: ADOPT_HINT,
	});
}

function row(agentId: string, status: TrainingStatus | null, outcome: 'started' | 'adopted'): IDataObject {
	return { agentId, outcome, ...rowOf(status) };
}

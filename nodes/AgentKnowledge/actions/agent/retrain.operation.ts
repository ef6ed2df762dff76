import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { TrainingStatus } from '../../../../api';
import type { Api } from '../../transport/api';
import { ApiFailure } from '../../transport/api-failure';
import { asError } from '../../errors/as-error';
import { rowOf } from '../../transport/row';
import { writeOnce } from '../../transport/write-once';
import { auditedRow } from '../audited-row';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { settleTime } from '../parameters/settle-time';
import { progressSentence, readableTrainingStatus, runIdOf } from './training-run';

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
					{ name: 'Adopt', value: 'adopt', description: 'Go on with the run that is active' },
					{ name: 'Fail', value: 'fail', description: 'Fail with an error that tells how far that run is' },
				],
				default: 'adopt',
				description: 'What to do when a training run is active already: an agent has one at a time',
			},
			settleTime,
		],
	},
] as const satisfies INodeProperties[];

const ADOPT_HINT = 'Set the option "If Already Running" to Adopt to go on with that run, or wait until it has ended.';

export const retrain = defineOperation({
	value: 'retrain',
	name: 'Retrain',
	action: 'Retrain an agent',
	description:
		'Start a training run, in which the agent reads its website again. It returns at once; follow the run with Get Training Status.',
	endpoints: ['retrain', 'getTrainingStatus'],
	properties,
	async execute(run, { agentId, options }) {
		const { api } = run;
		const before = await readableTrainingStatus(api, agentId);
		if (before?.training === true) return [adopted(agentId, before, options.ifAlreadyRunning)];
		const settleMs = (options.settleSeconds ?? settleTime.default) * 1000;
		const { result, audit } = await start(api, agentId, before, settleMs);
		const status = result.status ?? (await readableTrainingStatus(api, agentId));
		if (result.wasRunning) return [adopted(agentId, status, options.ifAlreadyRunning)];
		return [auditedRow(run, row(agentId, status, 'started'), audit)];
	},
});

interface Started {
	/** Someone else's run was there first. */
	wasRunning: boolean;
	/** As it was read; null when it was not. */
	status: TrainingStatus | null;
}

async function start(api: Api, agentId: string, before: TrainingStatus | null, settleMs: number) {
	let answersLost = 0;
	return await writeOnce<Started>(api, {
		settleMs,
		send: async () => {
			try {
				await api.call('retrain', { params: { id: agentId }, once: true });
				return { wasRunning: false, status: null };
			} catch (error) {
				// After an answer of ours was lost, the run in the way is the one it started.
				if (isConflict(error)) return { wasRunning: answersLost === 0, status: null };
				answersLost += 1;
				throw asError(error);
			}
		},
		look: async () => {
			const status = await api.call('getTrainingStatus', { params: { id: agentId } });
			const isNew = runIdOf(status) !== null && runIdOf(status) !== runIdOf(before);
			return isNew ? [{ wasRunning: false, status }] : [];
		},
	});
}

function isConflict(error: unknown): boolean {
	return error instanceof ApiFailure && error.fields.status === 409;
}

/** @throws ApiFailure when the user wants no other's run */
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
		title: 'The agent is being trained already',
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

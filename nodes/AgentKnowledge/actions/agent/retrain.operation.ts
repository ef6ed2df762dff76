import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { TrainingStatus } from '../../../../api';
import type { Api } from '../../transport/api';
import { ApiFailure } from '../../transport/api-failure';
import { asError } from '../../errors/as-error';
import { rowOf } from '../../transport/row';
import { type Audit, writeOnce } from '../../transport/write-once';
import { auditedRow } from '../audited-row';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { settleTime } from '../parameters/settle-time';
import { noteTraining, traceOfRun, type TrainingNote } from './training-note';
import { progressSentence, readableTrainingStatus } from './training-run';

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
		if (before?.training === true) return [adopted(agentId, before, options.ifAlreadyRunning)];
		const settleMs = (options.settleSeconds ?? settleTime.default) * 1000;
		const note = before && (await noteTraining(api, agentId, before));
		const { result, audit } = await start(api, agentId, note, settleMs);
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

/** What an audit of a run has beside that of every write. */
interface RunAudit extends Audit {
	/** What the service showed before the request. */
	before: TrainingNote | null;
	/** What each look after the lost answer showed. */
	looks: TrainingNote[];
	/** What was concluded though the service does not show it, and why; null: nothing. */
	assumed: string | null;
}

/** @param before null where the key may not read the training status */
async function start(
	api: Api,
	agentId: string,
	before: TrainingNote | null,
	settleMs: number,
): Promise<{ result: Started; audit?: RunAudit }> {
	let answersLost = 0;
	let assumed: string | null = null;
	const looks: TrainingNote[] = [];
	const { result, audit } = await writeOnce<Started>(api, {
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
			const now = await noteTraining(api, agentId, status);
			looks.push(now);
			if (now.training || (now.runId !== null && now.runId !== before?.runId)) return [{ wasRunning: false, status }];
			// On a service that shows no run once it has ended, one may have come and gone.
			const trace = before !== null && now.runId === null ? traceOfRun(before, now) : null;
			if (trace === null) return [];
			assumed = `The run took place: no run shows after the lost response, and ${trace}.`;
			return [{ wasRunning: false, status }];
		},
		unclear: () => {
			// The earlier run still shows as the last one: none has begun since.
			if (looks.at(-1)?.runId !== null) return null;
			if (before?.canChat !== false) return UNCLEAR;
			assumed =
				'No run succeeded before the second request: the agent could not chat, and still cannot. A failed run would look the same.';
			return null;
		},
	});
	return audit === undefined ? { result } : { result, audit: { ...audit, before, looks, assumed } };
}

const UNCLEAR =
	'The service shows no run, and nothing else has changed. A run that has already ended would look the same.';

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

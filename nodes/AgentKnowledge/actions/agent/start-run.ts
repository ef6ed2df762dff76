import type { IDataObject } from 'n8n-workflow';
import type { TrainingStatus } from '../../../../api';
import type { Api } from '../../transport/api';
import { ApiFailure } from '../../transport/api-failure';
import { asError } from '../../errors/as-error';
import { type Audit, writeOnce } from '../../transport/write-once';
import type { ItemRun } from '../operation';
import { noteTraining, traceOfRun, type TrainingNote } from './training-note';

export interface Started {
	/** Someone else's run was there first. */
	wasRunning: boolean;
	/** Null if it was not read. */
	status: TrainingStatus | null;
}

interface RunAudit extends Audit {
	/** What the service showed before the request. */
	before: TrainingNote | null;
	/** What each look after the lost response showed. */
	looks: TrainingNote[];
	/** What the node concluded although the service does not show it, and why. Null if nothing. */
	assumed: string | null;
}

/** Requests of this item with lost responses. A later try of n8n's "Retry On Fail" needs them. */
export interface LostRequests extends IDataObject {
	/** What the service showed before the first of them. Null if the key may not read the training status. */
	before: (TrainingNote & IDataObject) | null;
	requests: number;
	/** When the last of them was sent, in milliseconds since 1970. */
	at: number;
}

/** What to do if nothing shows whether a request started a run: send it again, or fail. */
export type IfUncertain = 'repeat' | 'ask';

interface StartOptions {
	agentId: string;
	settleMs: number;
	ifUncertain: IfUncertain;
	/** Of this try, or of the earlier one that sent the first request. */
	lost: LostRequests;
}

/** Starts a run. After each lost response it looks for the effect of the request. */
export async function startRun(
	{ api, journal, itemIndex }: ItemRun,
	{ agentId, settleMs, ifUncertain, lost }: StartOptions,
): Promise<{ result: Started; audit?: RunAudit }> {
	const { before } = lost;
	const sentBefore = lost.requests;
	let answersLost = sentBefore;
	let assumed: string | null = null;
	const looks: TrainingNote[] = [];
	const { result, audit } = await writeOnce<Started>(api, {
		settleMs,
		isHarmless: ifUncertain === 'repeat',
		sentBefore,
		send: async () => {
			const sentAt = Date.now();
			try {
				await api.call('retrain', { params: { id: agentId }, once: true });
				return { wasRunning: false, status: null };
			} catch (error) {
				// If a response was lost before, its request started the active run.
				if (isConflict(error)) return { wasRunning: answersLost === 0, status: null };
				if (!(error instanceof ApiFailure) || !error.fields.uncertain) throw asError(error);
				answersLost += 1;
				if (ifUncertain === 'repeat') journal.remember(itemIndex, { before, requests: answersLost, at: sentAt });
				throw asError(error);
			}
		},
		look: async () => {
			const { now, status } = await lookAt(api, agentId);
			looks.push(now);
			if (now.training || (now.runId !== null && now.runId !== before?.runId)) return [{ wasRunning: false, status }];
			// Some services show no ended run, so a run may have started and ended unseen.
			const trace = before !== null && now.runId === null ? traceOfRun(before, now) : null;
			if (trace === null) return [];
			assumed = `The run took place: no run shows after the lost response, and ${trace}.`;
			return [{ wasRunning: false, status }];
		},
		unclear: () => {
			// The service still shows the earlier run as the last one, so no run has started since.
			const last = looks.at(-1);
			if (last !== undefined && last.runId !== null) return null;
			if (before?.canChat === false && last !== undefined) assumed = NONE_SUCCEEDED;
			else if (ifUncertain === 'repeat') assumed = MAY_BE_SECOND;
			else return UNCLEAR;
			return null;
		},
	});
	return audit === undefined ? { result } : { result, audit: { ...audit, before, looks, assumed } };
}

const UNCLEAR =
	'The service shows no run, and nothing else has changed. A run that has already ended would look the same.';
const NONE_SUCCEEDED =
	'No run succeeded before the second request: the agent could not chat, and still cannot. A failed run would look the same.';
const MAY_BE_SECOND =
	'Nothing about the lost request: no run shows, and nothing else has changed, so the node sent the request again. A run that has already ended would look the same, so there may have been a second run.';

async function lookAt(api: Api, agentId: string): Promise<{ now: TrainingNote; status: TrainingStatus }> {
	const status = await api.call('getTrainingStatus', { params: { id: agentId } });
	return { now: await noteTraining(api, agentId, status), status };
}

function isConflict(error: unknown): boolean {
	return error instanceof ApiFailure && error.fields.status === 409;
}

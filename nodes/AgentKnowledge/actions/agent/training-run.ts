import type { TrainingStatus } from '../../../../api';
import type { Api } from '../../transport/api';
import { ApiFailure, lacksScope } from '../../transport/api-failure';

/**
 * The training status, where the key may read it. Retraining needs write:sources alone, so that a key
 * without read:sources is not turned away here.
 * @returns null when the key lacks read:sources
 */
export async function readableTrainingStatus(api: Api, agentId: string): Promise<TrainingStatus | null> {
	return await api.call('getTrainingStatus', { params: { id: agentId } }).catch((error: unknown) => {
		if (lacksScope(error)) return null;
		throw error;
	});
}

/** The training status for the output, after a run was started: a look that fails must not make the run a failure. */
export async function shownTrainingStatus(api: Api, agentId: string): Promise<TrainingStatus | null> {
	return await api.call('getTrainingStatus', { params: { id: agentId } }).catch((error: unknown) => {
		if (error instanceof ApiFailure) return null;
		throw error;
	});
}

/** The id of the run that a status tells of; null when there was none. What stands in its place then is not shown. */
export function runIdOf(status: TrainingStatus | null): string | null {
	const id: unknown = status?.run?.id;
	return typeof id === 'string' && id !== '' ? id : null;
}

/** Since when a run is active, and how far it is, in a sentence. */
export function progressSentence(status: TrainingStatus | null): string {
	const run: Record<string, unknown> = { ...status?.run };
	if (status?.training !== true || typeof run.startedAt !== 'string') return 'A training run is active.';
	const pages = `${String(run.pagesCompleted)} of ${String(run.pagesTotal)} pages`;
	return `A training run has been active since ${run.startedAt} (${pages}, ${String(run.phase)}).`;
}

/** Adds to a 409 what is known of the run in its way, and what the user can do. */
export async function explainConflict(api: Api, agentId: string, error: unknown, hint: string): Promise<unknown> {
	if (!(error instanceof ApiFailure) || error.fields.status !== 409) return error;
	const status = await readableTrainingStatus(api, agentId).catch(() => null);
	return error.with({ detail: progressSentence(status), hint });
}

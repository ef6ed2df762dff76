import type { TrainingStatus } from '../../../../api';
import type { Api } from '../../transport/api';
import { ApiFailure, lacksScope } from '../../transport/api-failure';

/**
 * The training status. Retraining needs only write:sources, so a missing read:sources is no failure.
 * @returns null if the key lacks read:sources
 */
export async function readableTrainingStatus(api: Api, agentId: string): Promise<TrainingStatus | null> {
	return await api.call('getTrainingStatus', { params: { id: agentId } }).catch((error: unknown) => {
		if (lacksScope(error)) return null;
		throw error;
	});
}

/** The training status for the output. The run has started, so a failed read must not fail the item. */
export async function shownTrainingStatus(api: Api, agentId: string): Promise<TrainingStatus | null> {
	return await api.call('getTrainingStatus', { params: { id: agentId } }).catch((error: unknown) => {
		if (error instanceof ApiFailure) return null;
		throw error;
	});
}

/** @returns null if the status has no run. The specification does not show what stands in its place then. */
export function runIdOf(status: TrainingStatus | null): string | null {
	const id: unknown = status?.run?.id;
	return typeof id === 'string' && id !== '' ? id : null;
}

/** In one sentence: when the run started, and its progress. */
export function progressSentence(status: TrainingStatus | null): string {
	const run: Record<string, unknown> = { ...status?.run };
	if (status?.training !== true || typeof run.startedAt !== 'string') return 'A training run is active.';
	const pages = `${String(run.pagesCompleted)} of ${String(run.pagesTotal)} pages`;
	return `A training run has been active since ${run.startedAt} (${pages}, ${String(run.phase)}).`;
}

/** Adds to a 409 what is known of the active run, and what the user can do. */
export async function explainConflict(api: Api, agentId: string, error: unknown, hint: string): Promise<unknown> {
	if (!(error instanceof ApiFailure) || error.fields.status !== 409) return error;
	const status = await readableTrainingStatus(api, agentId).catch(() => null);
	return error.with({ detail: progressSentence(status), hint });
}

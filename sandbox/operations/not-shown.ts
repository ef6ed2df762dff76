import type { Operation } from '../../api';
import type { SettingsValues } from '../runtime/settings';

/** Fills in the page size where a list's caller names none: the specification does not show it. */
export function withPageSize({ query: schema }: Operation, query: unknown, { pageSize }: SettingsValues): unknown {
	const isList = schema !== null && 'limit' in schema.shape && 'offset' in schema.shape;
	if (!isList || typeof query !== 'object' || query === null || 'limit' in query) return query;
	return { ...query, limit: pageSize };
}

/** Gives replies that the specification does not show the form that is set; undefined stands for no body. */
export function inSetForm(operationId: string, reply: unknown, settings: SettingsValues): unknown {
	switch (operationId) {
		case 'deleteSource':
		case 'deleteQaPair':
			return { deleted: reply, empty: {}, none: undefined }[settings.deleteBody];
		case 'retrain':
			return { status: reply, run: runOf(reply), empty: {}, none: undefined }[settings.retrainBody];
		case 'getTrainingStatus':
			return withRun(reply, settings);
		default:
			return reply;
	}
}

function runOf(status: unknown): unknown {
	return typeof status === 'object' && status !== null && 'run' in status ? status.run : {};
}

/** A run that never was and an ended one that is shown no more look alike. */
function withRun(status: unknown, { noRun, endedRun }: SettingsValues): unknown {
	if (typeof status !== 'object' || status === null || !('run' in status) || !('training' in status)) return status;
	const isDropped = endedRun === 'absent' && status.training === false;
	if (status.run !== null && !isDropped) return status;
	const rest = Object.fromEntries(Object.entries(status).filter(([name]) => name !== 'run'));
	return { null: { ...rest, run: null }, missing: rest, empty: { ...rest, run: {} } }[noRun];
}

import type { Reported, ReportSet } from '../../../workflows/knowledge-sync/activities';
import type { SetHistories } from '../../storage/knowledge-sets';

export interface RecordWith {
	histories: Pick<SetHistories, 'add'>;
	taskId: string;
	/** Logs that the record is missing. Its message could have names, so only the kind of the error is logged. */
	warn: (errorName: string) => void;
}

/** Keeps how a sync ended, for people who look at the set. No sync depends on it, so its failure fails none. */
export async function recordSync(
	{ of, sync, run }: ReportSet,
	{ counts, refusedRows }: Pick<Reported, 'counts' | 'refusedRows'>,
	{ histories, taskId, warn }: RecordWith,
): Promise<void> {
	if (sync === undefined) return;
	try {
		await histories.add(of, { ...sync, taskId, runId: run, counts, refusedRows });
	} catch (error) {
		warn(error instanceof Error ? error.name : typeof error);
	}
}

import type { TaskProgress } from '../task/progress';
import type { TrainingSnapshot } from './activities';

/** What a training status says of its run, as progress. Used by the workflow and by its activity alike. */
export function describeRun({ run, training, canChat, at }: TrainingSnapshot): TaskProgress {
	if (run === null)
		return { message: training ? 'Training; the service does not show the run.' : 'No run shows.', canChat, at };
	const { id: runId, phase, pagesCompleted, pagesTotal, pagesFailed } = run;
	const failed = pagesFailed > 0 ? `, ${pagesFailed} failed` : '';
	const pages = `${pagesCompleted} of ${pagesTotal} pages${failed}`;
	const message = training ? `Training (${phase}): ${pages}.` : `The run has ended: ${pages}.`;
	return { message, runId, phase, pagesCompleted, pagesTotal, pagesFailed, canChat, at };
}

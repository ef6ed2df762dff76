import { useEffect } from 'preact/hooks';
import { readTask } from '../../api/client';
import { useLive } from '../../api/live';
import type { KnowledgeSyncResult, Task, TaskType } from '../../api/types';
import { FocusedHeading } from '../../parts/focused-heading';
import { Loaded } from '../../parts/loaded';
import { ProgressBar } from '../../tasks/progress-bar';
import { ReviewButton } from '../../tasks/review-button';
import { stageOf } from '../../tasks/state';
import { StatePill } from '../../tasks/state-pill';
import { taskLink } from '../../tasks/task-panel-address';
import { differencesOf } from '../differences/difference';
import { Differences } from '../differences/differences';
import { SyncError } from '../sync-error';
import { doneWords } from './plan-words';
import { RefusedRows } from './refused-rows';
import { Unusable } from './unusable-rows';

export interface ApplyProgressProps {
	/** The task that applies the plan. */
	id: string;
	type: TaskType;
	/** Back to the plan, because it is no longer true. */
	planAgain: () => void;
	/** The plan was applied, so the import needs no draft any longer. */
	onApplied: () => void;
	/** Begins with the next file of the set. */
	another: () => void;
}

/** The apply, while it runs and what became of it. */
export function ApplyProgress({ id, type, planAgain, onApplied, another }: ApplyProgressProps) {
	const live = useLive(() => readTask(id), [id]);
	const hasEnded = live.value !== undefined && live.value.status !== 'running';
	const isApplied = live.value !== undefined && resultOf(live.value)?.outcome === 'applied';
	useEffect(() => {
		if (isApplied) onApplied();
	}, [isApplied]);
	return (
		<section aria-labelledby="import-apply">
			<FocusedHeading id="import-apply" text={hasEnded ? 'The import has ended' : 'Applying the plan'} />
			<Loaded live={live}>
				{(task) => (
					<>
						<div class="row">
							<StatePill task={task} />
							<a href={taskLink(id)}>Open the task</a>
						</div>
						{task.status === 'running' ? <Running task={task} type={type} /> : <Ended task={task} />}
						{hasEnded && (
							<div class="buttons">
								<button type="button" onClick={planAgain}>
									Look at the plan again
								</button>
								<button type="button" onClick={another}>
									Import the next file of this set
								</button>
							</div>
						)}
					</>
				)}
			</Loaded>
		</section>
	);
}

function Running({ task, type }: { task: Task; type: TaskType }) {
	return (
		<>
			<p class="stage" role="status">
				{stageOf(task)}
			</p>
			<ProgressBar task={task} />
			{task.waitsForPerson && (
				<div class="note attention">
					<p>The plan waits for a person, because it deletes much or would overwrite what people changed.</p>
					<ReviewButton task={task} type={type} />
				</div>
			)}
		</>
	);
}

function Ended({ task }: { task: Task }) {
	const { error } = task;
	const result = resultOf(task);
	if (error !== null) return <SyncError error={error} />;
	if (result === null) return <p role="status">What was sent stays. “Look at the plan again” shows the rest.</p>;
	const bad = result.rows.filter(({ reason }) => reason !== null);
	return (
		<>
			<p role="status">
				<strong>{task.reason ?? doneWords(result)}</strong>
			</p>
			<RefusedRows result={result} />
			<Unusable rows={result.unusable} />
			{bad.length > 0 && <Differences differences={differencesOf(null, bad)} notShown={0} heading="h3" />}
		</>
	);
}

function resultOf({ status, result }: Task): KnowledgeSyncResult | null {
	return status === 'completed' ? (result as KnowledgeSyncResult | null) : null;
}

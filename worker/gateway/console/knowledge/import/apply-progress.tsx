import { useEffect } from 'preact/hooks';
import { readTask } from '../../api/client';
import { download } from '../../api/gateway';
import { useLive } from '../../api/live';
import type { KnowledgeSyncResult, Task, TaskType } from '../../api/types';
import { ActionButton } from '../../parts/action-button';
import { FocusedHeading } from '../../parts/focused-heading';
import { Loaded } from '../../parts/loaded';
import { ProgressBar } from '../../tasks/progress-bar';
import { ReviewButton } from '../../tasks/review-button';
import { stageOf } from '../../tasks/state';
import { StatePill } from '../../tasks/state-pill';
import { taskLink } from '../../tasks/task-panel-address';
import { TaskError } from '../../tasks/task-result';
import { PlanRows } from './plan-rows';
import { doneWords } from './plan-words';

export interface ApplyProgressProps {
	/** The task that applies the plan. */
	id: string;
	type: TaskType;
	/** Back to the plan, because it is no longer true. */
	planAgain: () => void;
	/** The import needs no draft any longer. */
	onEnd: () => void;
	/** Begins with the next file of the set. */
	another: () => void;
}

/** The apply, while it runs and what became of it. */
export function ApplyProgress({ id, type, planAgain, onEnd, another }: ApplyProgressProps) {
	const live = useLive(() => readTask(id), [id]);
	const hasEnded = live.value !== undefined && live.value.status !== 'running';
	useEffect(() => {
		if (hasEnded) onEnd();
	}, [hasEnded]);
	return (
		<section aria-labelledby="import-apply">
			<FocusedHeading id="import-apply" text="Applying the plan" />
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
	const { status, error } = task;
	const result = status === 'completed' ? (task.result as KnowledgeSyncResult | null) : null;
	if (error !== null) return <TaskError error={error} />;
	if (result === null) return null;
	const { refusedCsv, rows } = result;
	const bad = rows.filter(({ reason }) => reason !== null);
	return (
		<>
			<p role="status">
				<strong>{task.reason ?? doneWords(result)}</strong>
			</p>
			{refusedCsv?.link && <Refused name={refusedCsv.name} link={refusedCsv.link} count={result.refusedRows} />}
			<PlanRows result={{ ...result, rows: bad, rowsNotShown: 0 }} file={null} />
		</>
	);
}

function Refused({ name, link, count }: { name: string; link: string; count: number }) {
	const save = async () => {
		await download(link, name);
		return `${name} was saved. Correct it, and import it as the next file with “Remove nothing”.`;
	};
	return <ActionButton label={`Download what was refused (${count.toLocaleString('en')})`} act={save} />;
}
